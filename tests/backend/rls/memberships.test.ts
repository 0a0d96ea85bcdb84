import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeHousehold } from '../sql/household.ts';
import { join, makeBudget, makePerson, type Person } from '../sql/people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let eve: Person;
let household: string;
let food: string;
let bens: string;
let eves: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ({ ada, eve, household, food } = await makeHousehold(database));
  ben = await makePerson(database, 'ben');
  bens = await join(ada, ben, 'admin', household);
  eves = await join(ada, eve, 'member', household);
});

type Given = 'viewer' | 'member' | 'admin';
const changeRole = (person: Person, id: string, role: Given) =>
  person.push({ kind: 'call', name: 'membership.change_role', arguments: { id, role } });
const remove = (person: Person, id: string) =>
  person.push({ kind: 'call', name: 'membership.remove', arguments: { id } });
const leave = (person: Person, id: string) =>
  person.push({ kind: 'call', name: 'membership.leave', arguments: { id } });

const roleOf = async ({ sql }: Person, id: string): Promise<string | undefined> => {
  const [row] = await sql`select role from memberships where membership_id = ${id}`;
  return row?.role;
};

describe('an admin', () => {
  test('gives roles up to their own, also to other admins', async () => {
    for (const role of ['viewer', 'admin', 'member'] as const) {
      expect(await changeRole(ben, eves, role)).toMatchObject({ status: 'applied' });
      expect(await roleOf(eve, eves)).toBe(role);
    }
    const cy = await makePerson(database, 'cy');
    const cys = await join(ben, cy, 'admin', household);
    expect(await changeRole(cy, bens, 'viewer')).toMatchObject({ status: 'applied' });
    expect(await changeRole(ben, cys, 'viewer')).toMatchObject({ status: 'rejected', reason: 'forbidden' });
  });

  test('cannot make anybody an owner: neither by a role, nor an invitation, nor the account itself', async () => {
    const byRole = ben.sql`update memberships set role = 'owner' where membership_id = ${eves}`;
    await expect(byRole).rejects.toMatchObject({ code: '23514' });
    const byInvitation = ben.sql`insert into invitations (email, role, account_id, target)
      values ('gus@example.org', 'owner', ${household}, 'account')`;
    await expect(byInvitation).rejects.toMatchObject({ code: '23514' });
    const byAccount = ben.sql`update accounts set owner_id = ${ben.id} where account_id = ${household}`;
    await expect(byAccount).rejects.toMatchObject({ code: '42501' });
  });

  test('finds no membership of the owner to lower or end, and cannot make one', async () => {
    const owners = ben.sql`select from memberships where account_id = ${household} and user_id = ${ada.id}`;
    expect(await owners).toHaveLength(0);
    const invited = ben.sql`insert into invitations (email, account_id, target)
      values (${ada.email}, ${household}, 'account')`;
    await expect(invited).rejects.toMatchObject({ code: 'PT409', detail: 'already_member' });
  });

  test('removes members and other admins, and may leave; the owner stays in charge', async () => {
    const cy = await makePerson(database, 'cy');
    const cys = await join(ada, cy, 'admin', household);
    expect(await remove(ben, eves)).toMatchObject({ status: 'applied' });
    expect(await remove(ben, cys)).toMatchObject({ status: 'applied' });
    expect(await leave(ben, bens)).toMatchObject({ status: 'applied' });
    expect(await ada.sql`select from memberships where account_id = ${household}`).toHaveLength(0);
    expect((await ada.pull()).scopes).toMatchObject([{ scope: `account:${household}`, role: 'owner' }]);
  });

  test('may lower their own role, and cannot raise it again', async () => {
    expect(await changeRole(ben, bens, 'viewer')).toMatchObject({ status: 'applied' });
    expect(await changeRole(ben, bens, 'admin')).toMatchObject({ reason: 'forbidden' });
  });
});

test('the owner has nothing to leave', async () => {
  expect(await leave(ada, crypto.randomUUID())).toMatchObject({ status: 'rejected', reason: 'gone' });
  expect(await ada.sql`delete from memberships where user_id = ${ada.id} returning 1`).toHaveLength(0);
});

test.each(['viewer', 'member'] as const)(
  'a %s changes no role and removes nobody, by sync or by table',
  async (role) => {
    await changeRole(ada, eves, role);
    expect(await changeRole(eve, bens, 'viewer')).toMatchObject({ reason: 'forbidden' });
    expect(await changeRole(eve, eves, 'admin')).toMatchObject({ reason: 'forbidden' });
    expect(await remove(eve, bens)).toMatchObject({ reason: 'forbidden' });
    expect(
      await eve.sql`update memberships set role = 'viewer' where membership_id = ${bens} returning 1`,
    ).toHaveLength(0);
    expect(await eve.sql`delete from memberships where membership_id = ${bens} returning 1`).toHaveLength(0);
    expect(await roleOf(ada, bens)).toBe('admin');
  },
);

describe('an admin of a budget', () => {
  let fay: Person;
  let guests: string;
  beforeEach(async () => {
    fay = await makePerson(database, 'fay');
    await join(ada, fay, 'admin', household, food);
    guests = await join(ada, await makePerson(database, 'guest'), 'viewer', household, food);
  });

  test('gives roles on that budget up to their own, and removes its members', async () => {
    expect(await changeRole(fay, guests, 'admin')).toMatchObject({ status: 'applied' });
    const byTable = fay.sql`update memberships set role = 'manager' where membership_id = ${guests} returning role`;
    expect(await byTable).toEqual([{ role: 'admin' }]);
    expect(await remove(fay, guests)).toMatchObject({ status: 'applied' });
  });

  test('has no say over the account or another budget, also as a viewer of the account', async () => {
    const other = await makeBudget(ada, household, 'Housing');
    const others = await join(ada, await makePerson(database, 'other'), 'viewer', household, other);
    for (const id of [eves, others]) expect(await changeRole(fay, id, 'viewer')).toMatchObject({ reason: 'gone' });
    await join(ada, fay, 'viewer', household);
    for (const id of [eves, others]) expect(await changeRole(fay, id, 'viewer')).toMatchObject({ reason: 'forbidden' });
    expect(await remove(fay, eves)).toMatchObject({ reason: 'forbidden' });
    expect(await changeRole(fay, guests, 'member')).toMatchObject({ status: 'applied' });
  });
});

describe('who was removed', () => {
  test('does not come back by the invitation that let them in', async () => {
    const [row] =
      await ada.sql`select invitation_id as id from invitations where email = ${eve.email} and status = 'accepted'`;
    await remove(ada, eves);
    await eve.push({ kind: 'call', name: 'invitation.accept', arguments: { id: row?.id } });
    expect((await eve.pull()).scopes).toEqual([]);
    expect(await ada.sql`select from memberships where user_id = ${eve.id}`).toHaveLength(0);
  });

  test('may be invited again, with another grant than before', async () => {
    const [before] = (await eve.pull()).scopes;
    await remove(ada, eves);
    await join(ada, eve, 'viewer', household);
    const [after] = (await eve.pull()).scopes;
    expect(after).toMatchObject({ role: 'viewer' });
    expect(after?.cursor.grantId).not.toBe(before?.cursor.grantId);
  });
});

test('a person who gets another role hears of it at once, as everybody else in the account does', async () => {
  await database.sql`delete from realtime.messages`;
  await changeRole(ben, eves, 'viewer');
  const told = await database.sql`select topic from realtime.messages`;
  expect(told.map((row) => row.topic).sort()).toEqual([ada, ben, eve].map(({ id }) => `user:${id}`).sort());
});
