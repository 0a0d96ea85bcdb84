/** The export of another app on several devices: the commands of the device, against the server in memory. */
import { expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { revertImport } from '#store/commands/imports/import-revert';
import { carryOutMigration } from '#store/commands/imports/migration-carry-out';
import { readScope } from '#store/ledger/many-pages';
import { LEAVE } from '../../src/import/worker/migration-plan.ts';
import { balancesIn, type Chosen, planMigration, readMigration, rowsIn } from '../support/migration-files.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices } from './support/world-of-two.ts';

const FILE = ['actual.csv'];

const actorOn = ({ person }: SimulatedDevice) => ({ userId: person.userId, email: person.userEmail });

/** Returns the first of its imports; null when everything is here already. */
async function migrate(device: SimulatedDevice, chosen: Chosen = {}): Promise<string | null> {
  const plan = await planMigration(device.db, FILE, chosen);
  if (rowsIn(plan) === 0) return null;
  const done = await carryOutMigration(device.db, actorOn(device), plan, {}, new Date(device.now()));
  return done.ok ? (done.imports[0] ?? null) : null;
}

async function rowsOn({ db }: SimulatedDevice): Promise<TransactionRow[]> {
  const accounts = (await db.accounts.toArray()).map(({ id }) => `account:${id}`);
  return (await Promise.all(accounts.map((scope) => readScope(db, scope)))).flat().flatMap(({ rows }) => rows);
}

/** The sums of the accounts of the file. */
function sums(): Record<string, number> {
  return Object.fromEntries(readMigration(...FILE).found.accounts.map(({ name, cents }) => [name, cents]));
}

/** Both devices know the accounts of the file. */
async function withAccounts() {
  const world = await annaWithTwoDevices();
  const { phone, laptop, remote } = world;
  for (const name of Object.keys(sums())) {
    await createAccount(phone.db, actorOn(phone), { name }, new Date(phone.now()));
  }
  await phone.sync(remote);
  await laptop.sync(remote);
  return world;
}

it('what one device brings is whole on the other one, brings nothing there, and is taken back there', async () => {
  const { phone, laptop, remote } = await annaWithTwoDevices();
  await migrate(phone);
  await phone.sync(remote);
  expect(await phone.db.outbox.count()).toBe(0);
  await laptop.sync(remote);
  expect(await balancesIn(laptop.db)).toMatchObject(sums());
  expect(await balancesIn(laptop.db)).toEqual(await balancesIn(phone.db));
  expect((await rowsOn(laptop)).filter(({ nature }) => nature === 'transfer')).toHaveLength(4);
  expect(await migrate(laptop)).toBeNull();
  const [listed] = await laptop.db.imports.toArray();
  const reverted = await revertImport(
    laptop.db,
    actorOn(laptop),
    { id: listed?.id ?? '', edited: 'ask' },
    {},
    new Date(laptop.now()),
  );
  expect(reverted).toMatchObject({ ok: true, question: [] });
  await laptop.sync(remote);
  await phone.sync(remote);
  expect([await rowsOn(phone), await phone.db.imports.count()]).toEqual([[], 0]);
});

it('[S70a] two offline devices that bring one export make each row and each transfer once', async () => {
  const { phone, laptop, remote, server } = await withAccounts();
  await migrate(phone);
  await migrate(laptop);
  for (const device of [phone, laptop, phone]) await device.sync(remote);
  const rows = await rowsOn(phone);
  expect(server.state.tables.transactions.size).toBe(rows.length);
  expect(Map.groupBy(rows, ({ transferId }) => transferId).size).toBe(3);
  expect(await laptop.db.outbox.count()).toBe(0);
  expect(await balancesIn(laptop.db)).toEqual(await balancesIn(phone.db));
});

it('[S70a] a device that brings one side of a transfer alone keeps no row of the other one out', async () => {
  const { phone, laptop, remote } = await withAccounts();
  await migrate(laptop, { into: { Savings: LEAVE } });
  await migrate(phone);
  await laptop.sync(remote);
  await phone.sync(remote);
  expect(await phone.db.outbox.count()).toBe(0);
  const rows = await rowsOn(phone);
  expect(rows.filter(({ nature }) => nature === 'transfer')).toEqual([]);
  const { Checking = 0, ...others } = sums();
  // The opening balance of the file waits for a tick, because the account was there before.
  expect(await balancesIn(phone.db)).toMatchObject({ ...others, Checking: Checking - 100_000 });
});
