import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from './device.ts';
import { enter, makeHousehold } from './household.ts';
import { insertTransaction, join, makeBudget, makePerson, type Person, transaction } from './people.ts';

let database: TestDatabase;
let ada: Person;
let eve: Person;
let household: string;
let food: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household, food } = await makeHousehold(database));
});

const call = (
  name: 'invitation.accept' | 'invitation.decline' | 'invitation.revoke' | 'membership.leave' | 'membership.remove',
  id: string,
) => ({ kind: 'call', name, arguments: { id } }) as const;

async function invite(guest: { email: string }, budgetId: string | null = null, role = 'viewer'): Promise<string> {
  const [row] = await ada.sql<{ id: string }[]>`
    insert into invitations (email, role, account_id, target, budget_id)
    values (${guest.email}, ${role}, ${household}, ${budgetId ? 'budget' : 'account'}, ${budgetId})
      returning invitation_id as id`;
  return row?.id ?? '';
}

describe('a shared budget', () => {
  const scope = () => `budget:${food}`;

  test('shows its category and what it covers, and nothing else of the account', async () => {
    const bread = await enter(ada, household, { category: 'Food' });
    await enter(ada, household, { category: 'Housing' });
    await join(ada, eve, 'viewer', household, food);
    const [answer, ...others] = (await eve.pull()).scopes;
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ scope: scope(), accountId: household, role: 'viewer', accounts: [] });
    expect(answer?.transactions.map((row) => row.id)).toEqual([bread]);
    expect(answer?.categories.map((row) => row.name)).toEqual(['Food']);
    expect(answer?.budgets.map((row) => row.id)).toEqual([food]);
    expect(answer?.memberships.map((row) => row.userId)).toEqual([eve.id]);
  });

  test('over all categories shows every transaction', async () => {
    const rent = await enter(ada, household, { category: 'Housing' });
    await join(ada, eve, 'viewer', household, await makeBudget(ada, household, null));
    expect((await eve.pull()).scopes[0]?.transactions.map((row) => row.id)).toEqual([rent]);
  });

  test('loses a transaction that gets another category or is deleted, and says nothing of others', async () => {
    const [bread, cake] = [
      await enter(ada, household, { category: 'Food' }),
      await enter(ada, household, { category: 'Food' }),
    ];
    const rent = await enter(ada, household, { category: 'Housing' });
    await join(ada, eve, 'viewer', household, food);
    const device = makeDevice(eve);
    await device.pullAll();
    await ada.push(
      {
        kind: 'patch',
        table: 'transactions',
        id: bread,
        seen: 0,
        before: { category: 'Food' },
        after: { category: 'Housing' },
      },
      { kind: 'delete', table: 'transactions', id: cake },
      { kind: 'delete', table: 'transactions', id: rent },
    );
    const [answer] = (await device.pull()).scopes;
    expect(answer?.removals.map((removal) => removal.id)).toEqual([bread, cake]);
    expect(device.ids(scope())).toEqual([]);
  });

  test('gains a transaction that gets its category', async () => {
    const rent = await enter(ada, household, { category: 'Housing' });
    await join(ada, eve, 'viewer', household, food);
    const device = makeDevice(eve);
    await device.pullAll();
    await ada.push({
      kind: 'patch',
      table: 'transactions',
      id: rent,
      seen: 0,
      before: { category: 'Housing' },
      after: { category: 'Food' },
    });
    await device.pull();
    expect(device.ids(scope())).toEqual([rent]);
  });

  test('takes contributions, which get its category and their real contributor', async () => {
    await join(ada, eve, 'viewer', household, food);
    const row = transaction(household, { type: 'income', category: 'Whatever', budgetId: food });
    expect(await eve.push({ kind: 'insert', table: 'transactions', row })).toMatchObject({ status: 'applied' });
    const [answer] = (await eve.pull()).scopes;
    expect(answer?.transactions).toMatchObject([
      { id: row.id, category: 'Food', budgetId: food, userId: eve.id, userEmail: eve.email },
    ]);
    expect(await eve.push(insertTransaction(household, { type: 'expense', budgetId: food }))).toMatchObject({
      reason: 'forbidden',
    });
  });

  test.each([
    ['its category is changed', () => ada.sql`update budgets set category_id = null where budget_id = ${food}`],
    [
      'its category is renamed',
      () => ada.sql`update categories set name = 'Eating' where account_id = ${household} and name = 'Food'`,
    ],
  ])('starts afresh for its members when %s', async (_, change) => {
    await enter(ada, household, { category: 'Food' });
    await join(ada, eve, 'viewer', household, food);
    const device = makeDevice(eve);
    await device.pullAll();
    await change();
    expect((await device.pull()).scopes[0]?.reset).toBe(true);
  });

  test('is only a role, and no scope, for a user who has the account', async () => {
    await join(ada, eve, 'admin', household, food);
    await join(ada, eve, 'viewer', household);
    const answer = await eve.pull();
    expect(answer.scopes.map((one) => one.scope)).toEqual([`account:${household}`]);
    expect(answer.budgetRoles).toEqual([{ budgetId: food, role: 'admin' }]);
  });
});

describe('an invitation', () => {
  test('is seen by the invited person once their e-mail is confirmed, and not before', async () => {
    const id = await invite(eve, food);
    await database.sql`update auth.users set email_confirmed_at = null where id = ${eve.id}`;
    expect((await eve.pull()).invitations).toEqual([]);
    expect(await eve.push(call('invitation.accept', id))).toMatchObject({ reason: 'gone' });
    await database.sql`update auth.users set email_confirmed_at = now() where id = ${eve.id}`;
    expect((await eve.pull()).invitations).toMatchObject([
      { id, target: 'budget', targetName: 'Food', invitedBy: ada.id, invitedByEmail: ada.email, role: 'viewer' },
    ]);
  });

  test('is not seen or answered by anybody else', async () => {
    const id = await invite(eve);
    const gus = await makePerson(database, 'gus');
    expect((await gus.pull()).invitations).toEqual([]);
    expect(await gus.push(call('invitation.accept', id))).toMatchObject({ reason: 'gone' });
    expect(await gus.push(call('invitation.revoke', id))).toMatchObject({ reason: 'gone' });
  });

  test('once accepted gives the account; accepting again on another device is applied too', async () => {
    const id = await invite(eve, null, 'member');
    expect(await eve.push(call('invitation.accept', id))).toMatchObject({ status: 'applied' });
    expect(await eve.push(call('invitation.accept', id))).toMatchObject({ status: 'applied' });
    expect((await eve.pull()).scopes).toMatchObject([{ scope: `account:${household}`, role: 'member' }]);
    expect(await eve.push(call('invitation.decline', id))).toMatchObject({ reason: 'settled' });
  });

  test('once declined, revoked or expired cannot be accepted', async () => {
    const declined = await invite(eve);
    expect(await eve.push(call('invitation.decline', declined))).toMatchObject({ status: 'applied' });
    expect(await eve.push(call('invitation.accept', declined))).toMatchObject({ reason: 'settled' });
    const revoked = await invite(eve);
    expect(await ada.push(call('invitation.revoke', revoked))).toMatchObject({ status: 'applied' });
    expect(await eve.push(call('invitation.accept', revoked))).toMatchObject({ reason: 'settled' });
    const expired = await invite(eve);
    await database.sql`update invitations set expires_at = now() where invitation_id = ${expired}`;
    expect(await eve.push(call('invitation.accept', expired))).toMatchObject({ reason: 'expired' });
    expect((await eve.pull()).scopes).toEqual([]);
  });

  test.each([
    ['oneself', 'self', () => invite(ada)],
    ['somebody who has access', 'already_member', () => join(ada, eve, 'viewer', household).then(() => invite(eve))],
    [
      'somebody twice, whatever the letters',
      'already_invited',
      () => invite(eve).then(() => invite({ email: eve.email.toUpperCase() })),
    ],
  ])('of %s is refused: %s', async (_, reason, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ code: 'PT409', detail: reason });
  });

  test('to an address that another admin invites at the same moment waits, and is then refused', async () => {
    const ben = await makePerson(database, 'ben');
    await join(ada, ben, 'admin', household);
    const second = await ada.sql.begin(async (sql) => {
      await sql`insert into invitations (email, account_id, target) values (${eve.email}, ${household}, 'account')`;
      const attempt = ben.sql`insert into invitations (email, account_id, target)
        values (${eve.email}, ${household}, 'account')`;
      const outcome = attempt.then(
        () => 'written',
        (error) => error.detail,
      );
      while ((await database.sql`select from pg_locks where not granted`).length === 0);
      return { outcome };
    });
    expect(await second.outcome).toBe('already_invited');
  });

  test('that expired makes room for a new one', async () => {
    const old = await invite(eve);
    await database.sql`update invitations set expires_at = now() where invitation_id = ${old}`;
    const fresh = await invite(eve);
    expect((await eve.pull()).invitations.map((row) => row.id)).toEqual([fresh]);
  });

  test('is no longer seen or revoked by an admin who sent it and lost that role', async () => {
    const ben = await makePerson(database, 'ben');
    const membership = await join(ada, ben, 'admin', household);
    const [sent] = await ben.sql`
      insert into invitations (email, account_id, target)
        values (${eve.email}, ${household}, 'account') returning invitation_id`;
    const own = () => ben.sql`select invitation_id from invitations where invited_by = ${ben.id}`;
    expect(await own()).toHaveLength(1);
    await ada.sql`update memberships set role = 'viewer' where membership_id = ${membership}`;
    expect(await own()).toEqual([]);
    expect((await ben.pull()).invitations).toEqual([]);
    expect(await ben.push(call('invitation.revoke', sent?.invitation_id))).toMatchObject({ reason: 'gone' });
    expect((await eve.pull()).invitations).toMatchObject([{ id: sent?.invitation_id, invitedBy: ben.id }]);
  });

  test('by a stranger is refused before they learn who is a member', async () => {
    const gus = await makePerson(database, 'gus');
    const attempt = gus.sql`insert into invitations (email, account_id, target)
      values (${ada.email}, ${household}, 'account')`;
    await expect(attempt).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a membership', () => {
  test('that its holder leaves takes the scope away, and the others hear of it', async () => {
    const id = await join(ada, eve, 'viewer', household);
    const device = makeDevice(ada);
    await device.pullAll();
    expect(await eve.push(call('membership.leave', id))).toMatchObject({ status: 'applied' });
    expect((await eve.pull()).scopes).toEqual([]);
    expect((await device.pull()).scopes[0]?.removals).toMatchObject([{ kind: 'membership', id }]);
  });

  test('cannot be left by somebody else, but an admin removes it', async () => {
    const id = await join(ada, eve, 'viewer', household);
    expect(await ada.push(call('membership.leave', id))).toMatchObject({ reason: 'forbidden' });
    expect(await ada.push(call('membership.remove', id))).toMatchObject({ status: 'applied' });
    expect(await ada.push(call('membership.remove', id))).toMatchObject({ status: 'applied' });
  });

  test('gets another role from an admin, and not from its holder', async () => {
    const id = await join(ada, eve, 'viewer', household);
    const change = { kind: 'call', name: 'membership.change_role', arguments: { id, role: 'admin' } } as const;
    expect(await eve.push(change)).toMatchObject({ reason: 'forbidden' });
    expect(await ada.push(change)).toMatchObject({ status: 'applied' });
    expect((await eve.pull()).scopes[0]?.role).toBe('admin');
  });
});
