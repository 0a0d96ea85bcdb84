/** The owner's address: who gets it, when it changes, and that nothing keeps it. */
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

const scope = () => `account:${household}`;
const accountsOf = (answer: Awaited<ReturnType<Person['pull']>>) =>
  answer.scopes.find((one) => one.scope === scope())?.accounts;
const changes = () => database.sql`select * from private.changes where account_id = ${household}`;

test.each(['viewer', 'member', 'admin'])('[S76] a %s of the account gets the address of its owner', async (role) => {
  await join(ada, eve, role, household);
  expect(accountsOf(await eve.pull())).toMatchObject([{ ownerId: ada.id, ownerEmail: ada.email }]);
});

test('[S76] a guest of a budget does not get it', async () => {
  await join(ada, eve, 'admin', household, food);
  const answer = await eve.pull();
  expect(answer.scopes.map((one) => one.scope)).toEqual([`budget:${food}`]);
  expect(JSON.stringify(answer)).not.toContain(ada.email);
});

test('a device that speaks protocol 4 does not get it', async () => {
  expect(accountsOf(await ada.pull({ ...noCursors, protocol: 4 }))?.[0]).not.toHaveProperty('ownerEmail');
});

describe('another address of the owner', () => {
  const move = () => database.sql`update auth.users set email = ${`new-${ada.email}`} where id = ${ada.id}`;

  test('[S76] reaches the devices of those who have the account, as a row with a new number', async () => {
    await join(ada, eve, 'viewer', household);
    const device = makeDevice(eve);
    await device.pullAll();
    expect(accountsOf(await device.pull())).toEqual([]);
    await move();
    expect(accountsOf(await device.pull())).toMatchObject([{ ownerEmail: `new-${ada.email}` }]);
    expect(accountsOf(await device.pull())).toEqual([]);
  });

  test('is no change of the account, in its history or its clocks', async () => {
    const clocks = () => database.sql`select field_clocks from accounts where account_id = ${household}`;
    const before = [await changes(), await clocks()];
    await move();
    expect([await changes(), await clocks()]).toEqual(before);
  });

  test('gives no number for anything else about a user', async () => {
    const head = async () => (await ada.pull()).scopes[0]?.head;
    const before = await head();
    await database.sql`update auth.users set email = email, updated_at = now() where id = ${ada.id}`;
    expect(await head()).toBe(before);
  });
});

test('what the history keeps of an edited account does not name it', async () => {
  await ada.sql`update accounts set account_name = 'Home' where account_id = ${household}`;
  const kept = await changes();
  expect(kept.at(-1)?.before).toEqual({ name: 'Household' });
  expect(kept.map(({ before }) => JSON.stringify(before)).join()).not.toContain('@');
});

test('[S76] no push writes it', async () => {
  const [before = null] = accountsOf(await ada.pull()) ?? [];
  const named = { before: { ownerEmail: ada.email }, after: { ownerEmail: eve.email } };
  const seen = before?.version ?? 0;
  expect(await ada.push({ kind: 'patch', table: 'accounts', id: household, seen, ...named })).toMatchObject({
    status: 'rejected',
  });
  expect(accountsOf(await ada.pull())).toEqual([before]);
});

test('devices of 0.2.0 that have the account get it after the upgrade, and nobody is told of a change', async () => {
  const folder = await makeDataDir();
  const older = await startDatabase({ migrations: await writeMigrations('0.2.0', pathOf(folder, 'migrations')) });
  try {
    const owner = await makePerson(older, 'ada', 5);
    household = await openAccount(owner);
    const device = makeDevice(owner, { ...noCursors, protocol: 5 });
    await device.pullAll();
    const told = () => older.sql`select (select count(*)::int from private.changes) as changes,
      (select count(*)::int from private.notices) as notices, (select count(*)::int from realtime.messages) as hints`;
    const before = await told();
    await migrate(older.sql);
    expect(await told()).toEqual(before);
    const answer = await device.pull();
    expect(answer.scopes.map(({ reset }) => reset)).toEqual([false]);
    expect(accountsOf(answer)).toMatchObject([{ ownerEmail: owner.email }]);
    expect(accountsOf(await device.pull())).toEqual([]);
    // The log goes on after it.
    await owner.sql`update accounts set account_name = 'Home' where account_id = ${household}`;
    expect(accountsOf(await device.pull())).toMatchObject([{ name: 'Home', ownerEmail: owner.email }]);
  } finally {
    await older.stop();
    await rm(folder, { recursive: true });
  }
}, 60_000);
