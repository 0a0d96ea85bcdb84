import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '../../support/backend.ts';
import {
  type Caller,
  invitationTo,
  invoke,
  letIn,
  mailsTo,
  newEmail,
  openAccount,
  openBudget,
  signUp,
  visitor,
} from '../../support/invitations-people.ts';
import { startWithInviter } from '../../support/inviter.ts';

let backend: TestBackend;
let ada: Caller;
let household: string;
let budget: string;

beforeAll(async () => {
  ({ backend, ada, household } = await startWithInviter());
  budget = await openBudget(ada, household);
});
afterAll(() => backend.stop());

describe('the specified payload', () => {
  test('makes a pending invitation, which the specified list shows, newest first', async () => {
    const [first, email] = [newEmail('eve'), newEmail('eve')];
    await invoke(ada.client, invitationTo(first, 'account', household));
    const body = { email: email.toUpperCase(), name: ' Eve ', role: 'member', target: 'account', targetId: household };
    const answer = await invoke(ada.client, body);
    expect(answer).toEqual({
      status: 200,
      body: {
        invitation_id: expect.any(String),
        account_id: household,
        version: expect.any(Number),
        status: 'sent',
      },
      retryAfter: null,
    });
    const { data } = await ada.client
      .from('invitations')
      .select('invitation_id, email, role, account_id, target, budget_id, created_at')
      .eq('invited_by', ada.id)
      .eq('status', 'pending')
      .order('created_at', { ascending: false });
    expect(data?.slice(0, 2)).toEqual([
      {
        invitation_id: answer.body.invitation_id,
        email,
        role: 'member',
        account_id: household,
        target: 'account',
        budget_id: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      expect.objectContaining({ email: first }),
    ]);
  });

  test('to a budget names the budget, and its alias manager is stored as admin', async () => {
    const answer = await invoke(ada.client, invitationTo(newEmail('eve'), 'budget', budget, 'manager'));
    expect(answer).toMatchObject({ status: 200, body: { account_id: household, status: 'sent' } });
    const [row] = await backend.sql`
      select target, budget_id, role, status, expires_at - created_at = interval '14 days' as fortnight
      from invitations where invitation_id = ${String(answer.body.invitation_id)}`;
    expect(row).toEqual({ target: 'budget', budget_id: budget, role: 'admin', status: 'pending', fortnight: true });
  });

  test('is answered with the version that the invitation took in the log of its account', async () => {
    const { body } = await invoke(ada.client, invitationTo(newEmail('eve'), 'account', household));
    const [row] = await backend.sql`
      select l.version::int as version from private.account_log l join invitations using (account_id)
      where invitation_id = ${String(body.invitation_id)}`;
    expect(body.version).toBe(row?.version);
  });

  test('may come without a name and a role, which is then viewer', async () => {
    const { body } = await invoke(ada.client, { email: newEmail('eve'), target: 'account', targetId: household });
    const [row] = await backend.sql`
      select name, role from invitations where invitation_id = ${String(body.invitation_id)}`;
    expect(row).toEqual({ name: '', role: 'viewer' });
  });

  test.each([
    ['no e-mail', { email: '' }, 'Please enter a valid email address.'],
    ['an e-mail without @', { email: 'eve.example.org' }, 'Please enter a valid email address.'],
    ['two e-mails', { email: 'eve@example.org, gus@example.org' }, 'Please enter a valid email address.'],
    [
      'an e-mail with a header behind it',
      { email: 'eve@example.org\r\nBcc: gus@example.org' },
      'Please enter a valid email address.',
    ],
    ['a role that cannot be given', { role: 'owner' }, 'The field role is not valid.'],
    ['a target of another kind', { target: 'category' }, 'The field target is not valid.'],
    ['no target', { targetId: '' }, 'The field targetId is not valid.'],
    ['a name of 201 letters', { name: 'x'.repeat(201) }, 'The field name is not valid.'],
    ['an id that is none', { id: '1' }, 'The field id is not valid.'],
  ])('with %s is refused as invalid', async (_, wrong, message) => {
    const answer = await invoke(ada.client, { ...invitationTo(newEmail('eve'), 'account', household), ...wrong });
    expect(answer).toEqual({ status: 400, body: { error: 'invalid', message }, retryAfter: null });
  });

  test('with a manager of an account, which only budgets have, is refused as invalid', async () => {
    const answer = await invoke(ada.client, invitationTo(newEmail('eve'), 'account', household, 'manager'));
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid' } });
  });

  test('is refused as invalid when it is no JSON, too long, or not posted', async () => {
    const { data } = await ada.client.auth.getSession();
    const headers = { apikey: backend.anonKey, authorization: `Bearer ${data.session?.access_token}` };
    const send = async (init: RequestInit) => {
      const response = await fetch(`${backend.url}/functions/v1/send-invitation`, { headers, ...init });
      return [response.status, (await response.json()).error];
    };
    expect(await send({ method: 'POST', body: 'email=eve@example.org' })).toEqual([400, 'invalid']);
    expect(await send({ method: 'POST', body: JSON.stringify({ x: 'x'.repeat(20_000) }) })).toEqual([400, 'invalid']);
    expect(await send({ method: 'GET' })).toEqual([400, 'invalid']);
  });
});

describe('an invitation is refused', () => {
  test.each([
    ['with the publishable key alone', {}],
    ['with a token that nobody signed', { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }],
  ])('from callers who are not signed in, %s', async (_, headers) => {
    const { data, error } = await visitor(backend).functions.invoke('send-invitation', {
      body: invitationTo(newEmail('eve'), 'account', household),
      headers,
    });
    expect(data).toBeNull();
    expect(error.context.status).toBe(401);
  });

  test('typed as unauthorized when the function itself sees that nobody is signed in', async () => {
    const answer = await invoke(visitor(backend), invitationTo(newEmail('eve'), 'account', household));
    expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  test.each(['account', 'budget'] as const)('from a stranger, for whom the %s does not exist', async (target) => {
    const gus = await signUp(backend, 'gus');
    const email = newEmail('eve');
    const answer = await invoke(gus.client, invitationTo(email, target, target === 'account' ? household : budget));
    expect(answer).toMatchObject({ status: 404, body: { error: 'gone' } });
    expect(await mailsTo(backend, email)).toEqual([]);
  });

  test.each(['account', 'budget'] as const)('to an %s that never existed', async (target) => {
    const answer = await invoke(ada.client, invitationTo(newEmail('eve'), target, crypto.randomUUID()));
    expect(answer).toMatchObject({ status: 404, body: { error: 'gone' } });
  });

  test.each(['viewer', 'member'])('from a %s of the account, to the account and to its budgets', async (role) => {
    const guest = await letIn(backend, ada, 'account', household, role);
    for (const [target, id] of [
      ['account', household],
      ['budget', budget],
    ] as const) {
      const answer = await invoke(guest.client, invitationTo(newEmail('eve'), target, id));
      expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden', message: expect.any(String) } });
    }
  });

  test('from an admin of a budget, to the account', async () => {
    const fay = await letIn(backend, ada, 'budget', budget, 'admin');
    expect(await invoke(fay.client, invitationTo(newEmail('eve'), 'budget', budget))).toMatchObject({ status: 200 });
    const answer = await invoke(fay.client, invitationTo(newEmail('eve'), 'account', household));
    expect(answer).toMatchObject({ status: 404, body: { error: 'gone' } });
  });

  test('from a device whose user is not the one who is logged in by now', async () => {
    const gus = await signUp(backend, 'gus');
    const email = newEmail('eve');
    const body = { ...invitationTo(email, 'account', household), id: crypto.randomUUID(), user: gus.id };
    const answer = await invoke(ada.client, body);
    expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden_user' } });
    expect(await mailsTo(backend, email)).toEqual([]);
    expect((await invoke(ada.client, { ...body, user: ada.id })).body).toMatchObject({ status: 'sent' });
    const resent = await invoke(ada.client, { resend: true, id: body.id, user: gus.id });
    expect(resent).toMatchObject({ status: 403, body: { error: 'forbidden_user' } });
  });

  test('to oneself', async () => {
    const answer = await invoke(ada.client, invitationTo(ada.email, 'account', household));
    expect(answer).toMatchObject({ status: 409, body: { error: 'self' } });
  });

  test('to the owner by an admin, and to a member: they have access', async () => {
    const ben = await letIn(backend, ada, 'account', household, 'admin');
    const toOwner = await invoke(ben.client, invitationTo(ada.email, 'account', household));
    expect(toOwner).toMatchObject({ status: 409, body: { error: 'already_member' } });
    const toMember = await invoke(ada.client, invitationTo(ben.email, 'budget', budget));
    expect(toMember).toMatchObject({ status: 409, body: { error: 'already_member' } });
  });

  test('a second time to the same target while the first is pending, by any sender and spelling', async () => {
    const email = newEmail('eve');
    const ben = await letIn(backend, ada, 'account', household, 'admin');
    await invoke(ada.client, invitationTo(email, 'account', household));
    const answer = await invoke(ben.client, invitationTo(` ${email.toUpperCase()} `, 'account', household));
    expect(answer).toMatchObject({ status: 409, body: { error: 'already_invited' } });
    const other = await invoke(ben.client, invitationTo(email, 'budget', budget));
    expect(other).toMatchObject({ status: 200, body: { status: 'sent' } });
  });

  test('before a stranger can learn who is a member', async () => {
    const elsewhere = await letIn(backend, await withAccount('hal'), 'budget', null, 'admin');
    const probe = { email: ada.email, target: 'account', account_id: household, role: 'viewer' };
    const { error } = await elsewhere.client.from('invitations').insert(probe);
    expect(error?.code).toBe('42501');
  });
});

/** Somebody with an account and a budget of their own. */
async function withAccount(name: string): Promise<Caller> {
  const person = await signUp(backend, name);
  await openBudget(person, await openAccount(person));
  return person;
}
