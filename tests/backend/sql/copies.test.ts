/** Restores of copies, by a device on the real server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleCopy } from '../../../src/copy/copy.fixture.ts';
import type { Copy } from '../../../src/copy/format.ts';
import { restoreCopy } from '../../../src/store/commands/copy-restore.ts';
import { planRestore } from '../../../src/store/copies/restore-plan.ts';
import { readEverything } from '../../../src/store/queries/copies/everything.ts';
import type { Remote } from '../../../sync/remote.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { SimulatedDevice } from '../../sync/support/simulated-device.ts';
import { sqlRemote } from '../../sync/support/simulation/real-server.ts';
import { makePerson, openAccount, type Person } from './people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

interface Login {
  person: Person;
  device: SimulatedDevice;
  remote: Remote;
}

async function logIn(name: string): Promise<Login> {
  const person = await makePerson(database, name);
  await openAccount(person, 'Default');
  const device = new SimulatedDevice({ userId: person.id, userEmail: person.email }, Date.now);
  const remote = sqlRemote(person.sql);
  await device.sync(remote);
  return { person, device, remote };
}

async function restore({ person, device, remote }: Login, copy: Copy, withDeleted = false) {
  const plan = await planRestore(device.db, copy);
  await restoreCopy(device.db, { userId: person.id, email: person.email }, plan, { withDeleted });
  await device.sync(remote);
  const open = await device.db.outbox.toArray();
  expect(open.map(({ state, verdict }) => [state, verdict])).toEqual([]);
  return plan.counts;
}

/** The sample without what is not in the past on every day of a test run. */
function copyOfThen(): Copy {
  const copy = sampleCopy();
  for (const row of copy.reconciliations) row.date = '2026-03-01';
  return copy;
}

/** Everything of this device, rows in order of their ids. */
async function everything({ device }: Login) {
  const { transactions, exportedAt, ...copy } = await readEverything(device.db);
  return { ...copy, transactions: transactions.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
}

async function deleteAccounts({ device, remote }: Login, names: readonly string[]): Promise<void> {
  for (const { id, name } of await device.db.accounts.toArray()) {
    if (names.includes(name)) await device.commit([{ kind: 'delete', table: 'accounts', id }]);
  }
  await device.sync(remote);
}

test('a copy goes into a used login beside what is there, and nothing of it is refused', async () => {
  const login = await logIn('used');
  const standing = await everything(login);
  expect(await restore(login, copyOfThen())).toMatchObject({ added: 8 });
  const { accounts } = await everything(login);
  expect(accounts.map(({ name }) => name).sort()).toEqual(['Default', 'Household', 'Savings']);
  expect(accounts).toContainEqual(standing.accounts[0]);
  expect(await restore(login, copyOfThen())).toMatchObject({ added: 0, standing: 8 });
});

test('[S65a] accounts that were deleted since come back each time, with their transfers', async () => {
  const login = await logIn('again');
  await restore(login, copyOfThen());
  const restored = await everything(login);
  const copy = await readEverything(login.device.db);
  for (const file of [copyOfThen(), copyOfThen()]) {
    await deleteAccounts(login, ['Household', 'Savings']);
    await restore(login, file);
    expect(await everything(login)).toEqual(restored);
  }
  // A copy of the deleted accounts themselves comes under new ids, also the second time.
  for (const _time of [1, 2]) {
    await deleteAccounts(login, ['Household', 'Savings']);
    expect(await restore(login, copy)).toMatchObject({ added: 8, alone: 0 });
    const { transactions } = await everything(login);
    expect(transactions.filter(({ nature }) => nature === 'transfer')).toHaveLength(2);
  }
});

test('[S65b] one account that was deleted since comes back, and its side of a transfer as a regular row', async () => {
  const login = await logIn('one');
  await restore(login, copyOfThen());
  for (const _time of [1, 2]) {
    await deleteAccounts(login, ['Savings']);
    expect(await restore(login, copyOfThen())).toMatchObject({ added: 2, alone: 1 });
  }
  const natures = (await everything(login)).transactions.map(({ nature }) => nature);
  expect(natures.filter((nature) => nature === 'regular')).toHaveLength(5);
});
