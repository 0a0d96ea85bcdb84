import { rm } from 'node:fs/promises';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeInstall, type SpawnedBackend, spawnBackend, type TestBackend } from '../../support/backend.ts';
import {
  type Caller,
  invitationTo,
  invoke,
  letIn,
  mailsTo,
  newEmail,
  openAccount,
  openBudget,
  push,
  signUp,
  signUpConfirmed,
} from '../../support/invitations-people.ts';
import { startWithInviter } from '../../support/inviter.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';

describe('the same id again', () => {
  let backend: TestBackend;
  let ada: Caller;
  let household: string;

  beforeAll(async () => {
    ({ backend, ada, household } = await startWithInviter());
  });
  afterAll(() => backend.stop());

  const draft = (email = newEmail('eve')) => ({
    ...invitationTo(email, 'account', household),
    id: crypto.randomUUID(),
  });

  test('with the same content is answered as before and mails nothing more', async () => {
    const body = draft();
    const first = await invoke(ada.client, body);
    expect(first.body).toMatchObject({ invitation_id: body.id, status: 'sent' });
    const again = await invoke(ada.client, { ...body, email: ` ${body.email.toUpperCase()}` });
    expect(again.body).toEqual({ ...first.body, status: 'already_sent' });
    expect(await mailsTo(backend, body.email)).toHaveLength(1);
  });

  test.each([
    ['e-mail', { email: newEmail('gus') }],
    ['name', { name: 'Eve' }],
    ['role', { role: 'admin' }],
  ])('with another %s is refused and changes nothing', async (_, other) => {
    const body = draft();
    await invoke(ada.client, body);
    const answer = await invoke(ada.client, { ...body, ...other });
    expect(answer).toMatchObject({ status: 409, body: { error: 'payload_mismatch' } });
    const rows = await backend.sql`select email, name, role from invitations where invitation_id = ${body.id}`;
    expect(rows).toEqual([{ email: body.email, name: '', role: 'viewer' }]);
  });

  test('to another target is refused', async () => {
    const body = draft();
    await invoke(ada.client, body);
    const budget = await openBudget(ada, household);
    const answer = await invoke(ada.client, { ...body, target: 'budget', targetId: budget });
    expect(answer).toMatchObject({ status: 409, body: { error: 'payload_mismatch' } });
  });

  test('by somebody else is refused, and reveals nothing of the invitation', async () => {
    const body = draft();
    await invoke(ada.client, body);
    const gus = await signUp(backend, 'gus');
    const answer = await invoke(gus.client, { ...body, targetId: await openAccount(gus) });
    expect(answer).toEqual({
      status: 409,
      body: { error: 'payload_mismatch', message: 'This id was used before for something else.' },
      retryAfter: null,
    });
  });

  test('is still "already sent" when it was revoked or the role was lost meanwhile', async () => {
    const ben = await letIn(backend, ada, 'account', household, 'admin');
    const body = draft();
    await invoke(ben.client, body);
    await ada.client.from('memberships').update({ role: 'viewer' }).eq('user_id', ben.id);
    expect((await invoke(ben.client, body)).body).toMatchObject({ status: 'already_sent' });
    await push(ada, 'invitation.revoke', { id: body.id });
    expect((await invoke(ben.client, body)).body).toMatchObject({ status: 'already_sent' });
    expect(await mailsTo(backend, body.email)).toHaveLength(1);
  });

  test('eight times at one moment makes one invitation and one mail', async () => {
    const body = draft();
    const answers = await Promise.all(Array.from({ length: 8 }, () => invoke(ada.client, body)));
    const kinds = answers.map(({ status, body: given }) => given.status ?? `${status} ${given.error}`);
    expect(kinds.filter((kind) => kind === 'sent')).toHaveLength(1);
    // A caller who comes while the mail is on its way hears so, and may ask again.
    expect(new Set(kinds).difference(new Set(['sent', 'already_sent', '503 unavailable']))).toEqual(new Set());
    expect(await mailsTo(backend, body.email)).toHaveLength(1);
    expect((await invoke(ada.client, body)).body).toMatchObject({ status: 'already_sent' });
    expect(await mailsTo(backend, body.email)).toHaveLength(1);
  });

  test('eight ids to one address at one moment make one invitation; the others hear that there is one', async () => {
    const email = newEmail('eve');
    const ben = await letIn(backend, ada, 'account', household, 'admin');
    const senders = Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? ada : ben));
    const answers = await Promise.all(senders.map((sender) => invoke(sender.client, draft(email))));
    const kinds = answers.map(({ body }) => body.status ?? body.error).sort();
    expect(kinds).toEqual([...Array.from({ length: 7 }, () => 'already_invited'), 'sent']);
    expect(await mailsTo(backend, email)).toHaveLength(1);
  });
});

describe('a backend that is killed between the invitation and its mail', () => {
  let server: MailServer;
  let dataDir: string;
  beforeAll(async () => {
    server = await startMailServer();
    dataDir = await makeInstall();
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('sends one mail when the request comes again', async () => {
    const first = await spawnBackend({ dataDir, env: { SMTP_URL: server.url } });
    const ada = await withDatabase(first, (sql) => signUpConfirmed({ ...first, sql }, 'ada'));
    const body = { ...invitationTo(newEmail('eve'), 'account', await openAccount(ada)), id: crypto.randomUUID() };
    const handingOver = server.hangAtRecipient();
    const lost = invoke(ada.client, body).catch((error: Error) => error.name);
    await handingOver;
    await first.kill();
    expect(await lost).toBe('FunctionsFetchError');

    const second = await spawnBackend({ dataDir, port: first.port, env: { SMTP_URL: server.url } });
    try {
      // The killed backend had claimed the mail for thirty seconds, which pass here at once.
      const tooEarly = await invoke(ada.client, body);
      expect(tooEarly).toMatchObject({ status: 503, body: { error: 'unavailable' } });
      expect(Number(tooEarly.retryAfter)).toBeGreaterThan(0);
      expect(Number(tooEarly.retryAfter)).toBeLessThanOrEqual(30);
      await withDatabase(
        second,
        (sql) => sql`update private.invitation_mails set claimed_at = claimed_at - interval '30 seconds'`,
      );
      const answers = [await invoke(ada.client, body), await invoke(ada.client, body)];
      const expected = { invitation_id: body.id, account_id: body.targetId, status: 'already_sent' };
      expect(answers.map((answer) => answer.body)).toMatchObject([expected, expected]);
      expect(server.mails.filter((mail) => mail.recipients.includes(body.email))).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });
});

async function withDatabase<T>(backend: SpawnedBackend, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = backend.connect();
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}
