import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../support/backend.ts';
import { type Caller, invoke, mailsTo, openAccount, signUp } from './invitations-people.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;

beforeAll(async () => {
  backend = await startTestBackend();
  await backend.sql`update private.server set invitations_an_hour = 1000`;
  ada = await signUp(backend, 'ada');
  household = await openAccount(ada);
});
afterAll(() => backend.stop());

const newEmail = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`;

test('the specified payload makes a pending invitation and mails it', async () => {
  const email = newEmail('eve');
  const body = { email: email.toUpperCase(), name: ' Eve ', role: 'member', target: 'account', targetId: household };
  const answer = await invoke(ada.client, body);
  expect(answer).toMatchObject({ status: 200, body: { account_id: household, status: 'sent' } });
  const { data } = await ada.client
    .from('invitations')
    .select('invitation_id, email, role, account_id, target, budget_id, created_at')
    .eq('invited_by', ada.id)
    .eq('status', 'pending')
    .order('created_at', { ascending: false });
  expect(data?.[0]).toMatchObject({
    invitation_id: answer.body.invitation_id,
    email,
    role: 'member',
    account_id: household,
    target: 'account',
    budget_id: null,
  });
  expect(await mailsTo(backend, email)).toMatchObject([
    { subject: `${ada.email} invites you to the account “Household”` },
  ]);
});
