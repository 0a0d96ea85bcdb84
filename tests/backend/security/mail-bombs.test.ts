/** Nobody fills a stranger's mailbox with invitations, and no invitation carries a link of its sender's. */
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
let mallory: Caller;
let account: string;
let target: string;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.stop());
beforeEach(async () => {
  mallory = await signUp(backend, 'mallory');
  account = await openAccount(mallory);
  target = newEmail('victim');
});

/** Asks the database for the mail, past the function that would send it. Returns the mail's id. */
async function claim(id: string, email = target): Promise<string> {
  const { data, error } = await mallory.client.rpc('send_invitation', {
    p_email: email,
    p_name: '',
    p_role: 'viewer',
    p_target: 'account',
    p_target_id: account,
    p_id: id,
    p_user: mallory.id,
  });
  if (error) throw error;
  return data.mail.id;
}

const unmark = (mail: string) => mallory.client.rpc('invitation_mailed', { p_mail: mail, p_mailed: false });
const resend = (id: string) => invoke(mallory.client, { resend: true, id });

/** Moves everything sent until now that much earlier. */
const pass = (time: string) => backend.sql`
  update private.invitation_mails set granted_at = granted_at - ${time}::interval,
    claimed_at = claimed_at - ${time}::interval, mailed_at = mailed_at - ${time}::interval`;

test('a mail that went is never unmarked by its sender, so it does not go again', async () => {
  const id = crypto.randomUUID();
  const mail = await claim(id);
  for (let n = 0; n < 12; n += 1) {
    await unmark(mail);
    await resend(id);
  }
  expect(await mailsTo(backend, target)).toHaveLength(1);
});

test('each try counts, also of one mail that is said to have failed, and over a day', async () => {
  const id = crypto.randomUUID();
  const mail = await claim(id);
  const statuses = [];
  for (let n = 0; n < 8; n += 1) {
    await unmark(mail);
    await pass('2 minutes');
    const { data, error } = await mallory.client.rpc('resend_invitation', { p_id: id, p_user: mallory.id });
    statuses.push(error ? error.code : data.mail.id === mail);
  }
  // With the first, five: an address gets no more a day. All of one mail have its key, so the mail service knows them.
  expect(statuses).toEqual([true, true, true, true, 'PT429', 'PT429', 'PT429', 'PT429']);
  await pass('1 day');
  expect((await resend(id)).body.status).toBe('sent');
  expect(await mailsTo(backend, target)).toHaveLength(1);
});

test('calls at one moment that unmark each other send no more than one mail', async () => {
  const id = crypto.randomUUID();
  const mail = await claim(id);
  await unmark(mail);
  await Promise.all(Array.from({ length: 8 }, () => Promise.all([resend(id), unmark(mail)])));
  expect(await mailsTo(backend, target)).toHaveLength(1);
});

test('what follows a plus in an address makes no further mailbox of it', async () => {
  const [name, place] = target.split('@');
  const statuses = [];
  for (let n = 0; n < 7; n += 1) {
    const answer = await invoke(mallory.client, invitationTo(`${name}+${n}@${place}`, 'account', account));
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

test.each([
  ['a link', 'WIN $1000 at https://evil.example/win?x=1', 'WIN $1000 at https evil. example win x 1'],
  ['a bare domain', 'see www.evil.example now', 'see www. evil. example now'],
  ['an address', 'write to win@evil.example', 'write to win evil. example'],
  ['other dots and slashes', 'evil。example／win evil．example', 'evil. example win evil. example'],
  ['lines', 'Home\nBcc: x\u2028y', 'Home Bcc x y'],
  ['marks that hide or turn text', 'Ho\u200bme\u202e now', 'Ho me now'],
  ['a long text', 'word '.repeat(30), `${'word '.repeat(9)}word…`],
])('the sender’s text in a mail is short and plain: %s', async (_, text, plain) => {
  const household = await openAccount(
    mallory,
    text
      .replaceAll(/[\n\u2028\u200b\u202e]/g, ' ')
      .slice(0, 100)
      .trim(),
  );
  await invoke(mallory.client, { ...invitationTo(target, 'account', household), name: text });
  const [mail] = await mailsTo(backend, target);
  expect(mail?.text).toContain(`Hello ${plain},\n`);
  expect(mail?.subject).toMatch(/“[^”]{0,50}”$/);
  for (const part of [mail?.subject, mail?.text]) expect(part).not.toMatch(/evil[.。．]example|win@/);
});
