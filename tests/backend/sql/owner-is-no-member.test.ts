/** Whoever owns an account has it once, whatever else they were given of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { makeDevice } from './device.ts';
import { makePerson, openAccount, type Person } from './people.ts';

let database: TestDatabase;
let ada: Person;
let household: string;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ada = await makePerson(database, 'ada');
  household = await openAccount(ada);
});

const memberships = () => database.sql`select role from memberships where account_id = ${household}`;

test('an owner who accepts an invitation from before stays the owner, and becomes no member', async () => {
  const id = crypto.randomUUID();
  const ben = await makePerson(database, 'ben');
  await openAccount(ada, 'Other');
  await ada.sql`select send_invitation(${ben.email}, '', 'admin', 'account', ${household}, ${id})`;
  // The account changed hands meanwhile.
  await database.sql`update accounts set owner_id = ${ben.id} where account_id = ${household}`;
  await ben.sql`select private.answer_invitation(${id}, 'accepted')`;
  expect(await memberships()).toEqual([]);
  expect((await ben.pull()).scopes).toMatchObject([{ scope: `account:${household}`, role: 'owner' }]);
});

test('an owner who is a member, too, has the account once, and their device gets to an end', async () => {
  await database.sql`insert into memberships (account_id, target, user_id, email, role)
    values (${household}, 'account', ${ada.id}, ${ada.email}, 'admin')`;
  const device = makeDevice(ada);
  await device.pullAll();
  const { scopes } = await device.pull();
  expect(scopes).toMatchObject([{ scope: `account:${household}`, role: 'owner', reset: false, more: false }]);
});
