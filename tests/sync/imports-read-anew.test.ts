/**
 * One file, and two devices that read it in two ways: one still runs 0.2.0. The commands of the device, the worker's
 * plan and today's reader, against the server in memory.
 */
import { describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { carryOutImport, type NewRow } from '#store/commands/imports/import-carry-out';
import { revertImport } from '#store/commands/imports/import-revert';
import { readForPlan, readImports } from '#store/queries/imports/imports';
import { formerText } from '../../src/import/former/former-decoding.ts';
import { formerRows } from '../../src/import/former/former-reading.ts';
import { openFormerTable } from '../../src/import/former/former-table.ts';
import { planRows } from '../../src/import/matching/plan-rows.ts';
import { plannedRows, rowsToImport, ticked } from '../../src/import/worker/planned-rows.ts';
import { previewRows } from '../../src/import/worker/preview-rows.ts';
import { ReadFiles } from '../../src/import/worker/read-files.ts';
import { bankFile } from '../support/bank-files.ts';
import { change, HOME } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actorOf = ({ person }: SimulatedDevice) => ({ userId: person.userId, email: person.userEmail });

/** Imports what 0.2.0 would make of the file, as it planned it: by keys alone. */
async function importAsFormer(device: SimulatedDevice, name: string): Promise<number> {
  const table = openFormerTable(formerText(bankFile(name)));
  if (!table) throw new Error('it is a table');
  const { fates } = await readForPlan(device.db, HOME, 'csv');
  const rows = planRows(formerRows(table, {}), { fates, present: [] }).flatMap(({ state, key, row }): NewRow[] => {
    const type = row.cents > 0 ? 'income' : 'expense';
    const fields = { type, amount: Math.abs(row.cents), date: row.date, description: row.text } as const;
    const made = { kind: 'new', key, bankId: row.bankId ?? null, importedText: row.text } as const;
    return state === 'new' ? [{ ...made, fields: { ...fields, category: 'Uncategorized' } }] : [];
  });
  const plan = { accountId: HOME, fileName: name, format: 'csv' as const, rows };
  if (rows.length > 0) await carryOutImport(device.db, actorOf(device), plan, {}, new Date(device.now()));
  return rows.length;
}

async function planOf({ db }: SimulatedDevice, name: string, bytes = bankFile(name)) {
  const files = new ReadFiles();
  files.open({ kind: 'read', files: [{ name, bytes }], remembered: {} }, () => {});
  return previewRows(db, HOME, files.statement({ at: 0, account: 0 }), files.lines(0));
}

/** Imports the file with today's reader; the states of its rows. `correct`: the user ticks what differs. */
async function importToday(device: SimulatedDevice, name: string, correct = false): Promise<string[]> {
  const { rows } = await planOf(device, name);
  const ticks = rows
    .filter(({ state }) => correct && state === 'differs')
    .map((one) => [one.key, { choice: ticked(one) }]);
  const planned = rowsToImport(plannedRows(rows, new Map(Object.entries(Object.fromEntries(ticks))), false));
  const plan = { accountId: HOME, fileName: name, format: 'csv' as const, rows: planned };
  if (planned.length > 0) await carryOutImport(device.db, actorOf(device), plan, {}, new Date(device.now()));
  return rows.map(({ state }) => state);
}

const shortOf = (rows: readonly TransactionRow[]) =>
  rows.map(({ date, type, amount }) => `${date} ${type === 'income' ? amount : -amount}`).sort();

/** Each file, and its rows as they should be in the end. */
const FILES = {
  'fees.csv': ['2026-03-02 -5120', '2026-03-04 -340', '2026-03-05 -799'],
  'foreign-amounts.csv': ['2026-03-14 -9360', '2026-03-15 -640'],
  'card-debt.csv': ['2026-03-03 -1890', '2026-03-05 -6210', '2026-03-17 10000'],
  '../import-kinds/cp1250.csv': ['2025-01-14 150000', '2025-01-15 -4500'],
  '../import-kinds/own-name-as-payee.csv': ['2025-01-15 -340', '2025-01-16 150000'],
};
/** Of these, 0.2.0 read other words and the same amounts. */
const SAME_AMOUNTS = new Set(['../import-kinds/cp1250.csv', '../import-kinds/own-name-as-payee.csv']);

describe.each(Object.entries(FILES))('%s, which 0.2.0 read in another way', (name, all) => {
  it('is asked about where 0.2.0 brought it before, and ends with each row once', async () => {
    const { remote, phone, laptop, server } = await annaWithTwoDevices();
    await importAsFormer(phone, name);
    await phone.sync(remote);
    await laptop.sync(remote);
    const before = server.state.tables.transactions.size;
    const { rows } = await planOf(laptop, name);
    const isKnown = rows.filter(({ state }) => state !== 'new');
    expect(isKnown).toHaveLength(before);
    expect(plannedRows(isKnown, new Map(), false).map(({ choice }) => choice)).toEqual(isKnown.map(() => 'leave'));
    await importToday(laptop, name, true);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(all.length);
    const cents = (some: string[]) => some.map((one) => one.split(' ')[1]);
    expect(cents(shortOf(await phone.rows(SCOPE)))).toEqual(cents(all));
    for (const device of [phone, laptop]) expect(new Set(await importToday(device, name))).toEqual(new Set(['here']));
    expect(await laptop.db.outbox.count()).toBe(0);
  });

  it.each(['0.2.0', 'today'])('both import it offline and %s syncs first: each row is there once', async (first) => {
    const { remote, phone, laptop, server } = await annaWithTwoDevices();
    await importAsFormer(phone, name);
    await importToday(laptop, name);
    expect(shortOf(await laptop.rows(SCOPE))).toEqual(all);
    const order = first === 'today' ? [laptop, phone] : [phone, laptop];
    for (const device of [...order, ...order]) await device.sync(remote);
    expect(server.state.tables.transactions.size).toBe(all.length);
    for (const device of [phone, laptop]) {
      expect(shortOf(await device.rows(SCOPE))).toEqual(all);
      // Whoever brings another amount for a row that stands is told (S69).
      const isTold = device === phone && first === 'today' && !SAME_AMOUNTS.has(name);
      expect((await device.db.outbox.toArray()).map(({ state }) => state)).toEqual(isTold ? ['superseded'] : []);
      expect(new Set(await importToday(device, name))).toEqual(new Set(['here']));
    }
    expect(await importAsFormer(phone, name)).toBe(0);
  });

  it('today brought it before: 0.2.0 knows all of its rows, and a revert takes them without a question', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await importToday(laptop, name);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(await importAsFormer(phone, name)).toBe(0);
    const [listed] = await readImports(laptop.db, HOME);
    const input = { id: listed?.row.id ?? '', edited: 'ask' as const };
    const reverted = await revertImport(laptop.db, actorOf(laptop), input, {}, new Date(laptop.now()));
    expect(reverted).toMatchObject({ ok: true, done: all.length, question: [] });
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    expect(new Set(await importToday(laptop, name))).toEqual(new Set(['new']));
  });
});

it('what the user read with other columns then is found by what its line says, and new days are new', async () => {
  const { phone } = await annaWithTwoDevices();
  const table = (...lines: string[]) => new TextEncoder().encode(['Date,Text,Amount', ...lines].join('\n'));
  const plan = {
    accountId: HOME,
    fileName: 'a.csv',
    format: 'csv' as const,
    rows: [
      {
        kind: 'new' as const,
        key: 'a'.repeat(40),
        bankId: null,
        importedText: 'Kiosk 7',
        fields: { type: 'income' as const, amount: 450, date: '2026-03-13', description: 'Mine', category: 'Gifts' },
      },
    ],
  };
  await carryOutImport(phone.db, actorOf(phone), plan, {}, new Date(phone.now()));
  const [row] = await phone.rows(SCOPE);
  if (row) await phone.commit([change(row, { notes: 'mine', description: row.description })], [row]);
  const lines = [
    '2026-03-13,Kiosk 7,-4.50',
    '2026-03-14,Kiosk 7,-4.50',
    '2026-03-13,Kiosk 8,-4.50',
    '2026-03-13,Kiosk 7,-5',
  ];
  const { rows } = await planOf(phone, 'a.csv', table(...lines));
  expect(rows.map(({ state }) => state)).toEqual(['differs', 'new', 'new', 'new']);
  expect(rows[0]).toMatchObject({ present: { description: 'Mine' }, mayCorrect: true });
});
