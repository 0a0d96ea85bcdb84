/** A member's address: who sees another one, and that the former one stands nowhere after its user is gone. */
import { rm } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { makeDataDir, startDatabase, type TestDatabase } from '../../support/backend.ts';
import { writeMigrations } from '../../support/released-data.ts';
import { makeDevice } from './device.ts';
import { makeHousehold } from './household.ts';
import { join, makePerson, noCursors, openAccount, type Person } from './people.ts';

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

const move = (person: Person, to = database) =>
  to.sql`update auth.users set email = ${`new-${person.email}`} where id = ${person.id}`;
const membersIn = (answer: Awaited<ReturnType<Person['pull']>>, scope = `account:${household}`) =>
  answer.scopes.find((one) => one.scope === scope)?.memberships.map(({ email, role }) => ({ email, role }));

describe('another address of a member', () => {
  test('[S76] reaches the devices of those who see the membership, as a row with a new number', async () => {
    const gus = await makePerson(database, 'gus');
    await join(ada, eve, 'member', household);
    await join(ada, gus, 'viewer', household);
    const devices = [makeDevice(ada), makeDevice(gus), makeDevice(eve)];
    for (const device of devices) await device.pullAll();
    await move(eve);
    for (const device of devices) {
      expect(membersIn(await device.pull())).toEqual([{ email: `new-${eve.email}`, role: 'member' }]);
      expect(membersIn(await device.pull())).toEqual([]);
    }
  });

  test('[S76] of a budget’s guest reaches its admins', async () => {
    await join(ada, eve, 'viewer', household, food);
    const device = makeDevice(ada);
    await device.pullAll();
    await move(eve);
    expect(membersIn(await device.pull())).toEqual([{ email: `new-${eve.email}`, role: 'viewer' }]);
  });

  test('is told to nobody as a change, and gives no number for anything else about a user', async () => {
    await join(ada, eve, 'member', household);
    const told = () => database.sql`select (select count(*)::int from private.changes) as changes,
      (select count(*)::int from private.notices) as notices`;
    const before = await told();
    await move(eve);
    expect(await told()).toEqual(before);
    const head = async () => (await ada.pull()).scopes[0]?.head;
    const now = await head();
    await database.sql`update auth.users set email = email, updated_at = now() where id = ${eve.id}`;
    expect(await head()).toBe(now);
  });

  test('is not what a device says of itself', async () => {
    const id = await join(ada, eve, 'admin', household);
    await expect(
      eve.sql`update memberships set email = 'ada@bank.example' where membership_id = ${id}`,
    ).rejects.toThrow(/permission denied/);
  });
});

test('members of an install of 0.2.0 who have another address by now get it by the upgrade', async () => {
  const folder = await makeDataDir();
  const older = await startDatabase({ migrations: await writeMigrations('0.2.0', pathOf(folder, 'migrations')) });
  try {
    const [owner, member, other] = [
      await makePerson(older, 'ada', 5),
      await makePerson(older, 'eve', 5),
      await makePerson(older, 'gus', 5),
    ];
    household = await openAccount(owner);
    await join(owner, member, 'member', household);
    await join(owner, other, 'viewer', household);
    const device = makeDevice(owner, { ...noCursors, protocol: 5 });
    await device.pullAll();
    await move(member, older);
    await migrate(older.sql);
    expect(membersIn(await device.pull())).toEqual([{ email: `new-${member.email}`, role: 'member' }]);
    await older.sql`delete from auth.users where id = ${member.id}`;
    const [left] = await older.sql`select count(*)::int as left from private.former_addresses`;
    expect(left).toEqual({ left: 0 });
  } finally {
    await older.stop();
    await rm(folder, { recursive: true });
  }
}, 60_000);
