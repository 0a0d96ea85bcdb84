/** Imports of the same file on several devices: the commands of the device, against the server in memory. */
import { expect, it } from 'vitest';
import { carryOutImport, type NewRow } from '#store/commands/imports/import-carry-out';
import { revertImport } from '#store/commands/imports/import-revert';
import { readForPlan, readImports } from '#store/queries/imports/imports';
import { importKeys } from '../../src/import/matching/import-key.ts';
import { planRows } from '../../src/import/matching/plan-rows.ts';
import { retryEntry, retryLost } from '../../src/store/commands/entries/entry-retry.ts';
import { entriesToSettle } from '../../src/store/outbox/outbox.ts';
import { change, enter, erase, HOME } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const FILE = ['Coffee', 'Coffee', 'Lunch'].map((text, at) => ({ line: at + 1, date: '2026-03-05', cents: -250, text }));

/** Imports what the plan of this device calls new. Returns how many rows that were. */
async function importFile(device: SimulatedDevice, category: string, file = FILE, isProposed = false): Promise<number> {
  const { fates, present } = await readForPlan(device.db, HOME, 'csv');
  const rows = planRows(file, { fates, present }).flatMap(({ state, key, row }): NewRow[] => {
    const fields = { type: 'expense' as const, amount: -row.cents, date: row.date, description: row.text, category };
    const proposed = isProposed ? ({ proposed: true } as const) : {};
    return state === 'new' ? [{ kind: 'new', key, bankId: null, importedText: row.text, fields, ...proposed }] : [];
  });
  const plan = { accountId: HOME, fileName: 'march.csv', format: 'csv' as const, rows };
  const actor = { userId: device.person.userId, email: device.person.userEmail };
  if (rows.length > 0) await carryOutImport(device.db, actor, plan, {}, new Date(device.now()));
  return rows.length;
}

async function fatesOf({ db }: SimulatedDevice): Promise<(string | undefined)[]> {
  const { fates } = await readForPlan(db, HOME, 'csv');
  return importKeys(FILE).map((key) => fates.get(key));
}

it('two offline devices that import one file make each row once, and edits of either reach it', async () => {
  const { remote, phone, laptop, server } = await annaWithTwoDevices();
  expect(await importFile(phone, 'Food')).toBe(3);
  expect(await importFile(laptop, 'Home')).toBe(3);
  const [edited] = await laptop.rows(SCOPE);
  if (!edited) throw new Error('no row');
  await laptop.commit([change(edited, { date: '2026-03-06' })], [edited]);
  await phone.sync(remote);
  await laptop.sync(remote);
  await phone.sync(remote);
  expect(server.state.tables.transactions.size).toBe(3);
  expect((await phone.rows(SCOPE)).map(({ category, date }) => `${category} ${date}`)).toEqual([
    'Food 2026-03-06',
    'Food 2026-03-05',
    'Food 2026-03-05',
  ]);
  expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
  expect(await laptop.db.outbox.count()).toBe(1);
  for (const device of [phone, laptop]) {
    expect(await fatesOf(device)).toEqual(['here', 'here', 'here']);
    expect(await importFile(device, 'Food')).toBe(0);
    expect((await readImports(device.db, HOME)).map(({ here }) => here).sort()).toEqual([0, 3]);
  }
});

it('[S69p] what was chosen for rows that another device had brought is one entry, which can go again', async () => {
  const { remote, phone, laptop, server } = await annaWithTwoDevices();
  await importFile(phone, 'Food');
  await phone.sync(remote);
  const [coffee] = await phone.rows(SCOPE);
  await importFile(laptop, 'Home', [...FILE, { line: 4, date: '2026-03-06', cents: -100, text: 'Tea' }]);
  await laptop.sync(remote);
  expect((await laptop.rows(SCOPE)).map(({ category }) => category).sort()).toEqual(['Food', 'Food', 'Food', 'Home']);
  const entries = await entriesToSettle(laptop.db);
  const kept = { category: coffee?.category };
  expect(entries).toMatchObject([{ state: 'superseded', amongAll: 4, notTaken: [{ kept }, { kept }, { kept }] }]);
  expect(entries[0]?.operations.map((one) => 'row' in one && one.row)).toMatchObject(
    [1, 2, 3].map(() => ({ category: 'Home' })),
  );
  await retryEntry(laptop.db, entries[0]?.id ?? '', new Date(laptop.now()));
  await laptop.sync(remote);
  const rows = [...server.state.tables.transactions.values()];
  expect(rows.map(({ category }) => category)).toEqual(['Home', 'Home', 'Home', 'Home']);
  expect(await entriesToSettle(laptop.db)).toEqual([]);
});

it('[S69p] what the app proposes for such a row is told nobody', async () => {
  const { remote, phone, laptop } = await annaWithTwoDevices();
  await importFile(phone, 'Food');
  await phone.sync(remote);
  await importFile(laptop, 'Home', FILE, true);
  await laptop.sync(remote);
  expect(await laptop.db.outbox.count()).toBe(0);
});

it('[S69p] what was chosen for a line changes the row that was linked with it, when tried again', async () => {
  const { remote, phone, laptop, server } = await annaWithTwoDevices();
  await phone.commit([enter(1, { date: '2026-03-05', amount: 250 })]);
  const [own] = await phone.rows(SCOPE);
  const [key = ''] = importKeys(FILE);
  const plan = { accountId: HOME, fileName: 'march.csv', format: 'csv' as const };
  const link = { kind: 'link' as const, key, bankId: null, importedText: 'Coffee' };
  const actor = { userId: phone.person.userId, email: phone.person.userEmail };
  const rows = own ? [{ ...link, row: own }] : [];
  await carryOutImport(phone.db, actor, { ...plan, rows }, {}, new Date(phone.now()));
  await phone.sync(remote);
  await importFile(laptop, 'Home', FILE.slice(0, 1));
  await laptop.sync(remote);
  const [entry] = await entriesToSettle(laptop.db);
  expect(entry).toMatchObject({ notTaken: [{ kept: { category: own?.category }, other: own?.id }] });
  expect(await retryEntry(laptop.db, entry?.id ?? '', new Date(laptop.now()))).toEqual({ ok: true });
  await laptop.sync(remote);
  expect([...server.state.tables.transactions.values()]).toMatchObject([{ id: own?.id, category: 'Home' }]);
});

it('what was deleted meanwhile stays deleted, until the user tries again', async () => {
  const { remote, phone, laptop } = await annaWithTwoDevices();
  await importFile(laptop, 'Home');
  await importFile(phone, 'Food');
  await phone.sync(remote);
  const [gone] = await phone.rows(SCOPE);
  if (!gone) throw new Error('no row');
  await phone.commit([erase(gone)], [gone]);
  await phone.sync(remote);
  await laptop.sync(remote);
  expect(await laptop.rows(SCOPE)).toHaveLength(2);
  const [entry] = await entriesToSettle(laptop.db);
  expect(entry?.notTaken?.filter((told) => told.status === 'superseded' && told.reason === 'deleted')).toEqual([
    expect.objectContaining({ id: gone.id }),
  ]);
  expect((await fatesOf(laptop)).sort()).toEqual(['deleted', 'here', 'here']);
  await retryEntry(laptop.db, entry?.id ?? '', new Date(laptop.now()));
  await laptop.sync(remote);
  expect(await laptop.rows(SCOPE)).toHaveLength(3);
  expect(await fatesOf(laptop)).toEqual(['here', 'here', 'here']);
  expect(await entriesToSettle(laptop.db)).toEqual([]);
});

it('a row that another device has changed is asked about, and a reverted import may come again', async () => {
  const { remote, phone, laptop } = await annaWithTwoDevices();
  await importFile(phone, 'Food');
  await phone.sync(remote);
  await laptop.sync(remote);
  const [row] = await laptop.rows(SCOPE);
  await laptop.commit(row ? [change(row, { notes: 'mine', description: row.description })] : [], row && [row]);
  await laptop.sync(remote);
  await phone.sync(remote);
  const [listed] = await readImports(phone.db, HOME);
  const actor = { userId: phone.person.userId, email: phone.person.userEmail };
  const revert = (edited: 'ask' | 'delete') =>
    revertImport(phone.db, actor, { id: listed?.row.id ?? '', edited }, {}, new Date(phone.now()));
  expect(await revert('ask')).toMatchObject({ ok: true, done: 0, question: [{ id: row?.id, notes: 'mine' }] });
  expect(await revert('delete')).toMatchObject({ ok: true, done: 3 });
  await phone.sync(remote);
  await laptop.sync(remote);
  expect(await laptop.rows(SCOPE)).toEqual([]);
  expect(await fatesOf(laptop)).toEqual(['reverted', 'reverted', 'reverted']);
  expect(await importFile(laptop, 'Food')).toBe(3);
  await laptop.sync(remote);
  expect(await fatesOf(laptop)).toEqual(['here', 'here', 'here']);
});

it('[S29a] what a restored server lost of an import comes again with its keys', async () => {
  const { remote, phone, server, wait } = await annaWithTwoDevices();
  const restore = server.backUp();
  await importFile(phone, 'Food');
  await phone.sync(remote);
  restore();
  wait(60_000);
  await phone.sync(remote);
  expect(await phone.rows(SCOPE)).toEqual([]);
  await retryLost(phone.db, new Date(phone.now()));
  await phone.sync(remote);
  expect(await phone.rows(SCOPE)).toHaveLength(3);
  expect(await fatesOf(phone)).toEqual(['here', 'here', 'here']);
  expect(await readImports(phone.db, HOME)).toMatchObject([{ brought: 3, here: 3 }]);
});

it('the rows of an import come back in one response, however few entries brought them', async () => {
  const { remote, phone } = await annaWithTwoDevices();
  const asked: number[] = [];
  const watched: typeof remote = {
    ...remote,
    pull: (userId, cursors, limit) => {
      asked.push(limit);
      return remote.pull(userId, cursors, limit);
    },
  };
  await phone.sync(watched);
  const rows = Array.from({ length: 620 }, (_, n) => ({ line: n, date: '2026-03-05', cents: -n - 1, text: 'Shop' }));
  await importFile(phone, 'Food', rows);
  expect(await phone.db.outbox.count()).toBe(2);
  await phone.sync(watched);
  // The rows, and the import itself.
  expect(asked.at(-1)).toBe(621);
  expect(await phone.db.outbox.count()).toBe(0);
});
