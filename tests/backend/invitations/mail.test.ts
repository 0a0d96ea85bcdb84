import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';
import {
  type Caller,
  enterAs,
  invitationTo,
  invoke,
  mailsTo,
  newEmail,
  openAccount,
  openBudget,
  push,
  signUp,
  signUpConfirmed,
} from '../../support/invitations-people.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';

describe('without a mail server', () => {
  let backend: TestBackend;
  let ada: Caller;

  beforeAll(async () => {
    const appDir = await makeDataDir();
    await writeFile(join(appDir, 'index.html'), '<!doctype html><title>Carryover</title>');
    backend = await startTestBackend({ appDir });
    ada = await signUp(backend, 'ada');
  });
  afterAll(() => backend.stop());

  test('the mail waits in the mail outbox; its link leads a new user through sign-up to the invitation', async () => {
    const household = await openAccount(ada);
    const email = newEmail('eve');
    const { body } = await invoke(ada.client, invitationTo(email, 'account', household, 'member'));
    const [mail, ...others] = await mailsTo(backend, email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`${ada.email} invites you to the account “Household”`);
    const link = /<a href="([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(`Open the invitation: ${link}\n`);
    expect(link).toBe(`${backend.url}/auth?next=manageAccess`);
    const page = await fetch(link, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Carryover</title>')]);

    const eve = await enterAs(backend, email);
    const { data } = await eve.client.from('invitations').select('invitation_id, role, invited_by_email');
    expect(data).toEqual([{ invitation_id: body.invitation_id, role: 'member', invited_by_email: ada.email }]);
    expect(await push(eve, 'invitation.accept', { id: body.invitation_id })).toMatchObject({ status: 'applied' });
    const { data: accounts } = await eve.client.from('accounts').select('account_name').eq('account_id', household);
    expect(accounts).toEqual([{ account_name: 'Household' }]);
  });

  test('names that hold HTML or line ends are plain words in the mail and in the mail outbox', async () => {
    const name = '<script>x</script>\r\nBcc: gus@example.org';
    const target = await openBudget(ada, await openAccount(ada), name.replace('\r\n', ' '));
    const email = newEmail('eve');
    await invoke(ada.client, { ...invitationTo(email, 'budget', target), name });
    const [mail] = await mailsTo(backend, email);
    expect(mail?.subject).toBe(`${ada.email} invites you to the budget “script x script Bcc gus example. org”`);
    expect(mail?.html).toContain('script x script Bcc');
    const page = await (await fetch(backend.outboxUrl ?? '')).text();
    expect(page).toContain(email);
    expect(page).not.toContain('<script>');
  });
});

describe('with a mail server', () => {
  let backend: TestBackend;
  let server: MailServer;
  let ada: Caller;
  let household: string;

  beforeAll(async () => {
    server = await startMailServer();
    backend = await startTestBackend({ smtpUrl: server.url, mailFrom: 'Carryover <no-reply@example.org>' });
    ada = await signUpConfirmed(backend, 'ada');
    household = await openAccount(ada, 'Köln & Co');
  });
  afterAll(async () => {
    await backend.stop();
    await server.stop();
  });
  beforeEach(() => {
    server.mails.length = 0;
    server.refusing = false;
  });

  test('the app is told that mails leave the machine', async () => {
    expect(await (await fetch(`${backend.url}/config.json`)).json()).toMatchObject({ keepsMails: false });
  });

  test('the mail has one recipient, a sender, and the same content as text and as HTML', async () => {
    const email = newEmail('eve');
    await invoke(ada.client, invitationTo(email, 'account', household));
    expect(server.mails.map((mail) => mail.recipients)).toEqual([[email]]);
    const message = server.mails[0]?.message ?? '';
    expect(message).toMatch(/^From: Carryover <no-reply@example\.org>$/m);
    expect(message).toContain('Content-Type: multipart/alternative');
    expect(message).toContain('Content-Type: text/plain; charset=utf-8');
    expect(message).toContain('Content-Type: text/html; charset=utf-8');
  });

  test('an invitation stands even when its mail fails, and the same request tries the mail again', async () => {
    const body = { ...invitationTo(newEmail('eve'), 'account', household), id: crypto.randomUUID() };
    server.refusing = true;
    const failed = await invoke(ada.client, body);
    expect(failed).toMatchObject({ status: 200, body: { status: 'sent', mail: 'failed' } });
    server.refusing = false;
    const repeated = await invoke(ada.client, body);
    expect(repeated).toEqual({
      status: 200,
      body: { ...failed.body, status: 'already_sent', mail: undefined },
      retryAfter: null,
    });
    expect(server.mails.map((mail) => mail.recipients)).toEqual([[body.email]]);
  });
});
