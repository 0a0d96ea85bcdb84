import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../../support/backend.ts';
import {
  type Caller,
  invitationTo,
  invoke,
  mailsTo,
  newEmail,
  openAccount,
  signUp,
} from '../../support/invitations-people.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
});

const send = (email = newEmail('eve'), { client } = ada, accountId = household) =>
  invoke(client, invitationTo(email, 'account', accountId));

const kind = ({ status, body }: Awaited<ReturnType<typeof invoke>>) => body.status ?? `${status} ${body.error}`;

/** Moves everything sent until now that much earlier. */
const pass = (time: string) => backend.sql`
  update private.invitation_mails
    set granted_at = granted_at - ${time}::interval, mailed_at = mailed_at - ${time}::interval`;

async function fillTheHour(): Promise<void> {
  const kinds = [];
  for (let n = 0; n < 20; n += 1) kinds.push(kind(await send()));
  expect(new Set(kinds)).toEqual(new Set(['sent']));
}

test('nobody sends more than 20 invitations an hour', async () => {
  await fillTheHour();
  const email = newEmail('eve');
  const refused = await send(email);
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited', message: expect.any(String) } });
  expect(Number(refused.retryAfter)).toBeGreaterThan(3500);
  expect(Number(refused.retryAfter)).toBeLessThanOrEqual(3600);
  expect(await mailsTo(backend, email)).toEqual([]);
  expect(await backend.sql`select from invitations where email = ${email}`).toHaveLength(0);
  const ben = await signUp(backend, 'ben');
  expect(kind(await send(email, ben, await openAccount(ben)))).toBe('sent');

  await pass('1 hour');
  expect(kind(await send(email))).toBe('sent');
});

test('of twenty-five, fifteen of them at one moment, 20 are sent', async () => {
  for (let n = 0; n < 10; n += 1) expect(kind(await send())).toBe('sent');
  // Each call of the function makes one of the database: more at one moment would be too many for one user (limits.ts).
  const kinds = (await Promise.all(Array.from({ length: 15 }, () => send()))).map(kind);
  expect(kinds.filter((one) => one === 'sent')).toHaveLength(10);
  expect(kinds.filter((one) => one === '429 rate_limited')).toHaveLength(5);
});

test('neither the table, nor another account, nor deleting the first gets round the limit', async () => {
  await fillTheHour();
  const row = { email: newEmail('eve'), target: 'account', account_id: household, role: 'viewer' };
  const direct = await ada.client.from('invitations').insert(row);
  expect(direct).toMatchObject({ status: 429, error: { code: 'PT429', details: 'rate_limited' } });
  const other = await openAccount(ada, 'Other');
  expect(kind(await send(newEmail('eve'), ada, other))).toBe('429 rate_limited');
  expect((await ada.client.from('accounts').delete().eq('account_id', household)).error).toBeNull();
  expect(kind(await send(newEmail('eve'), ada, other))).toBe('429 rate_limited');
});

test('an invitation refused for another reason does not count', async () => {
  for (let n = 0; n < 25; n += 1) expect(kind(await send(ada.email))).toBe('409 self');
  expect(kind(await send())).toBe('sent');
});

test('an address gets no more than 5 invitations a day, whoever sends them', async () => {
  const email = newEmail('eve');
  for (let n = 0; n < 5; n += 1) {
    const inviter = await signUp(backend, 'bot');
    expect(kind(await send(email, inviter, await openAccount(inviter)))).toBe('sent');
  }
  const refused = await send(email);
  expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
  expect(Number(refused.retryAfter)).toBeGreaterThan(86_000);
  expect(await mailsTo(backend, email)).toHaveLength(5);
  expect(kind(await send())).toBe('sent');

  await pass('1 day');
  expect(kind(await send(email))).toBe('sent');
});

test('mails that repeat an invitation count like invitations', async () => {
  const email = newEmail('eve');
  const { body } = await send(email);
  const resend = () => invoke(ada.client, { resend: true, id: body.invitation_id });
  for (let n = 0; n < 4; n += 1) {
    await pass('1 minute');
    expect(kind(await resend())).toBe('sent');
  }
  await pass('1 minute');
  expect(kind(await resend())).toBe('429 rate_limited');
  expect(await mailsTo(backend, email)).toHaveLength(5);
});

test('an operator widens the limits in the database', async () => {
  await fillTheHour();
  await backend.sql`update private.server set invitations_an_hour = 21`;
  try {
    expect([kind(await send()), kind(await send())]).toEqual(['sent', '429 rate_limited']);
  } finally {
    await backend.sql`update private.server set invitations_an_hour = 20`;
  }
});

test('calls from one address are limited before they reach the database', async () => {
  const narrow = await startTestBackend({ authLimits: { functions: { count: 1, seconds: 600 } } });
  try {
    const gus = await signUp(narrow, 'gus');
    const call = () => invoke(gus.client, invitationTo(newEmail('eve'), 'account', crypto.randomUUID()));
    expect([kind(await call()), kind(await call())]).toEqual(['404 gone', '429 rate_limited']);
    expect(Number((await call()).retryAfter)).toBeGreaterThan(0);
  } finally {
    await narrow.stop();
  }
});

test('the notes of sent mails are deleted after 14 days', async () => {
  const email = newEmail('eve');
  await send(email);
  const kept = () => backend.sql`select from private.invitation_mails where email = ${email}`;
  await backend.sql`select collect_garbage()`;
  expect(await kept()).toHaveLength(1);
  await pass('14 days');
  await backend.sql`select collect_garbage()`;
  expect(await kept()).toHaveLength(0);
});
