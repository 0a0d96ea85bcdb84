import { FunctionsHttpError } from '@supabase/supabase-js';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Household, invite, openHousehold } from './household.ts';
import { connect, newAddress, type Person } from './people.ts';
import { InvitationRow, invitationColumns } from './rows.ts';

let household: Household;

beforeAll(async () => {
  household = await openHousehold();
});
afterAll(() => household.close());

/** As the app asks: own, pending, newest first. */
function pendingOf({ id, client }: Person) {
  return client
    .from('invitations')
    .select(invitationColumns)
    .eq('invited_by', id)
    .eq('status', 'pending')
    .order('created_at', { ascending: false });
}

/** The body of the function's refusal. */
const Refusal = v.looseObject({ error: v.string(), message: v.string() });

async function refusal(person: { client: Person['client'] }, body: object): Promise<{ status: number; error: string }> {
  const { error } = await person.client.functions.invoke('send-invitation', { body });
  if (!(error instanceof FunctionsHttpError)) throw new Error('The function did not refuse.');
  const response: unknown = error.context;
  if (!(response instanceof Response)) throw new Error('A refusal carries the response in its context.');
  return { status: response.status, error: v.parse(Refusal, await response.json()).error };
}

const payload = (fields: object = {}) => ({
  email: newAddress('guest'),
  name: 'Guest',
  role: 'viewer',
  target: 'account',
  targetId: household.accountId,
  ...fields,
});

test('send-invitation makes a pending invitation, which GET invitations lists newest first', async () => {
  const { owner, accountId } = household;
  const [first, second] = [newAddress('first'), newAddress('second')];
  await invite(owner, first, 'viewer', accountId);
  await invite(owner, second, 'admin', accountId);
  const { data, error } = await pendingOf(owner);
  expect(error).toBeNull();
  const rows = v.parse(v.array(InvitationRow), data).filter(({ email }) => email === first || email === second);
  expect(rows).toMatchObject([
    { email: second, role: 'admin', target: 'account', account_id: accountId, budget_id: null },
    { email: first, role: 'viewer', target: 'account', account_id: accountId, budget_id: null },
  ]);
});

test('send-invitation takes a budget as its target', async () => {
  const { owner, accountId } = household;
  const budget = { name: 'Shared', amount: 10, account_id: accountId };
  const { data } = await owner.client.from('budgets').insert(budget).select('budget_id').single();
  const body = payload({ target: 'budget', targetId: data?.budget_id, role: 'member' });
  expect((await owner.client.functions.invoke('send-invitation', { body })).error).toBeNull();
  const { data: pending } = await pendingOf(owner).eq('target', 'budget').eq('email', body.email);
  expect(pending).toMatchObject([{ budget_id: data?.budget_id, role: 'member' }]);
});

test('PATCH invitations revokes, and the invitation leaves the list', async () => {
  const { owner, accountId } = household;
  const id = await invite(owner, newAddress('revoked'), 'member', accountId);
  const answer = await owner.client.from('invitations').update({ status: 'revoked' }).eq('invitation_id', id);
  expect(answer.error).toBeNull();
  expect((await pendingOf(owner).eq('invitation_id', id)).data).toEqual([]);
});

test('PATCH invitations sets only the status revoked', async () => {
  const { owner, accountId } = household;
  const id = await invite(owner, newAddress('kept'), 'member', accountId);
  for (const status of ['accepted', 'declined', 'expired']) {
    await owner.client.from('invitations').update({ status }).eq('invitation_id', id);
    expect((await pendingOf(owner).eq('invitation_id', id)).data).toHaveLength(1);
  }
});

test.each([
  ['no address', { email: '' }, 400, 'invalid'],
  ['no address but a word', { email: 'somebody' }, 400, 'invalid'],
  ['no role of ours', { role: 'owner' }, 400, 'invalid'],
  ['no target', { targetId: null }, 400, 'invalid'],
  ['a target that is not there', { targetId: '00000000-0000-4000-8000-000000000000' }, 404, 'gone'],
])('send-invitation with %s is refused', async (_what, wrong, status, error) => {
  expect(await refusal(household.owner, payload(wrong))).toEqual({ status, error });
});

test('send-invitation refuses the inviter, members, and a second invitation in any spelling', async () => {
  const { owner, viewer } = household;
  expect(await refusal(owner, payload({ email: owner.email }))).toEqual({ status: 409, error: 'self' });
  expect(await refusal(owner, payload({ email: viewer.email }))).toEqual({ status: 409, error: 'already_member' });
  const email = newAddress('twice');
  await invite(owner, email, 'viewer', household.accountId);
  const again = payload({ email: ` ${email.toUpperCase()} ` });
  expect(await refusal(owner, again)).toEqual({ status: 409, error: 'already_invited' });
});

test('send-invitation is refused to visitors, strangers, viewers and members, and open to admins', async () => {
  const { admin, member, viewer, stranger } = household;
  expect(await refusal({ client: connect() }, payload())).toMatchObject({ status: 401 });
  expect(await refusal(stranger, payload())).toEqual({ status: 404, error: 'gone' });
  for (const person of [viewer, member]) {
    expect(await refusal(person, payload())).toEqual({ status: 403, error: 'forbidden' });
  }
  expect((await admin.client.functions.invoke('send-invitation', { body: payload() })).error).toBeNull();
});
