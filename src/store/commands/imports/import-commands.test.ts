import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { categoryId, newCategory } from '#domain/books/new-categories';
import type { TransactionRow } from '#domain/rows';
import { importKeys } from '../../../import/matching/import-key.ts';
import { planRows } from '../../../import/matching/plan-rows.ts';
import { readActions } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { readSums, writeMonths } from '../../ledger/ledger.ts';
import { recountMonth } from '../../ledger/recount.ts';
import { settle } from '../../local/settle.ts';
import { readForPlan, readImports } from '../../queries/imports/imports.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { renameCategory } from '../categories/category-rename.ts';
import { changeTransactions } from '../transactions/transactions-change.ts';
import { deleteTransactions } from '../transactions/transactions-delete.ts';
import { undoAction } from '../undo/action-undo.ts';
import { carryOutImport, type ImportPlan, type LinkedRow, type NewRow } from './import-carry-out.ts';
import { revertImport } from './import-revert.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const scope = `account:${ACCOUNT}`;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
});
afterEach(() => db.delete());

const read = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ line: n + 1, date: '2026-03-05', cents: -n - 1, text: `Shop ${n}` }));

/** What the user sees before the import, made into what is done. */
function newRows(count: number): NewRow[] {
  const rows = read(count);
  const keys = importKeys(rows);
  return rows.map(({ date, cents, text }, at) => ({
    kind: 'new',
    key: keys[at] ?? '',
    bankId: null,
    importedText: text,
    fields: { type: 'expense', amount: -cents, date, description: text, category: 'Food' },
  }));
}

const planOf = (rows: ImportPlan['rows']): ImportPlan => ({
  accountId: ACCOUNT,
  fileName: 'march.csv',
  format: 'csv',
  rows,
});

async function carryOut(rows: ImportPlan['rows']): Promise<string> {
  const done = await carryOutImport(db, actor, planOf(rows), {}, now);
  if (!done.ok) throw new Error('not imported');
  return done.importId;
}

const rows = (accountId = ACCOUNT) => newestTransactions(db, accountId, 2000);
const statesOf = async (count: number) => {
  const { fates, present } = await readForPlan(db, ACCOUNT, 'csv');
  return planRows(read(count), { fates, present }).map(({ state }) => state);
};
const revert = (id: string, edited: 'ask' | 'keep' | 'delete' = 'ask') =>
  revertImport(db, actor, { id, edited }, {}, now);

describe('an import', () => {
  it('shows the rows of a day in the order of the file, above what was entered before', async () => {
    const entered = transactionRow(1, { createdAt: '2026-03-10T11:59:59.500Z', description: 'Bakery' });
    await writeMonths(db, scope, [entered]);
    const otherDays = newRows(1000).map((row) => ({ ...row, fields: { ...row.fields, date: '2026-02-05' } }));
    const ofDay = newRows(1002).slice(1000);
    await carryOut([...ofDay, ...otherDays]);
    expect((await rows()).slice(0, 3).map(({ description }) => description)).toEqual([
      'Shop 1001',
      'Shop 1000',
      'Bakery',
    ]);
  });

  it('shows its rows part by part, in the order of the file, and its plan is empty afterwards', async () => {
    const told: number[] = [];
    const done = await carryOutImport(db, actor, planOf(newRows(620)), { onProgress: (n) => told.push(n) }, now);
    expect(done).toMatchObject({ ok: true, done: 620, left: 0 });
    expect(told).toEqual([500, 620]);
    expect((await db.outbox.toArray()).map(({ operations }) => operations.length)).toEqual([501, 120]);
    expect((await rows()).map(({ description }) => description)).toEqual(
      read(620)
        .map(({ text }) => text)
        .reverse(),
    );
    expect((await rows())[0]).toMatchObject({ status: 'cleared', importedText: 'Shop 619', userId: ANNA.userId });
    expect(await recountMonth(db, scope, '2026-03')).toBe(true);
    expect(new Set(await statesOf(620))).toEqual(new Set(['here']));
    expect(await readImports(db, ACCOUNT)).toMatchObject([{ row: { fileName: 'march.csv' }, brought: 620, here: 620 }]);
  });

  it('that is stopped keeps what is done, which can be reverted', async () => {
    const stop = new AbortController();
    const control = { signal: stop.signal, onProgress: () => stop.abort() };
    const done = await carryOutImport(db, actor, planOf(newRows(620)), control, now);
    expect(done).toMatchObject({ ok: true, done: 500, left: 120 });
    expect(await rows()).toHaveLength(500);
    const [listed] = await readImports(db, ACCOUNT);
    expect(await revert(listed?.row.id ?? '')).toMatchObject({ ok: true, done: 500, question: [] });
    expect(await rows()).toEqual([]);
    expect(await readImports(db, ACCOUNT)).toEqual([]);
    expect(new Set(await statesOf(620))).toEqual(new Set(['new']));
  });

  it('is refused without rows, without the account and without a role', async () => {
    expect(await carryOutImport(db, actor, planOf([]), {}, now)).toMatchObject({ errors: { form: 'empty' } });
    const elsewhere = { ...planOf(newRows(1)), accountId: idOf(77) };
    expect(await carryOutImport(db, actor, elsewhere, {}, now)).toMatchObject({ errors: { form: 'not_found' } });
    await db.accounts.put(accountRow({ ownerId: idOf(900) }));
    await db.cursors.put({ scope, accountId: ACCOUNT, role: 'viewer', version: 1, grantId: 'g', before: null });
    expect(await carryOutImport(db, actor, planOf(newRows(1)), {}, now)).toMatchObject({
      errors: { form: 'forbidden' },
    });
    expect(await db.outbox.count()).toBe(0);
  });

  it('[S69i] a row that is deleted or moved is told apart in the next plan, and comes again when wanted', async () => {
    await carryOut(newRows(3));
    const [third, second, first] = await rows();
    if (!first || !second || !third) throw new Error('no rows');
    await deleteTransactions(db, actor, { rows: [first] }, now);
    await changeTransactions(
      db,
      actor,
      { rows: [second], change: { field: 'accountId', accountId: OTHER_ACCOUNT } },
      now,
    );
    expect(await statesOf(4)).toEqual(['deleted', 'here', 'here', 'new']);
    expect((await rows(OTHER_ACCOUNT))[0]).toMatchObject({ importId: null, importedText: null, status: 'open' });
    await carryOut(newRows(1).map((one) => ({ ...one, again: true })));
    expect(await statesOf(4)).toEqual(['here', 'here', 'here', 'new']);
    expect((await readImports(db, ACCOUNT)).map(({ here }) => here).sort()).toEqual([1, 1]);
  });

  it('links rows that are there, and takes that back with everything else', async () => {
    await writeMonths(db, scope, [transactionRow(1, { amount: 1, date: '2026-03-04' })]);
    expect(await statesOf(2)).toEqual(['same', 'new']);
    const [one, two] = newRows(2);
    const [there] = await rows();
    if (!one || !two || !there) throw new Error('no rows');
    const link: LinkedRow = { kind: 'link', key: one.key, bankId: 'B1', importedText: 'Shop 0', row: there };
    const importId = await carryOut([link, two]);
    expect(await rows()).toMatchObject([
      { description: 'Shop 1' },
      { id: there.id, importId, bankId: 'B1', status: 'cleared' },
    ]);
    expect(await statesOf(2)).toEqual(['here', 'here']);
    expect(await revert(importId)).toMatchObject({ ok: true, done: 2 });
    expect(await rows()).toMatchObject([{ id: there.id, importId: null, bankId: null, importedText: null }]);
    expect(await statesOf(2)).toEqual(['same', 'new']);
  });

  it('asks about rows that were changed since, and keeps them unless told', async () => {
    const importId = await carryOut(newRows(3));
    const [changed] = await rows();
    if (!changed) throw new Error('no row');
    const change = { field: 'category', type: 'expense', category: 'Home' } as const;
    await changeTransactions(db, actor, { rows: [changed], change }, now);
    const asked = await revert(importId);
    expect(asked).toMatchObject({ ok: true, done: 0, question: [{ id: changed.id, category: 'Home' }] });
    expect(await rows()).toHaveLength(3);
    await revert(importId, 'keep');
    expect(await rows()).toMatchObject([{ id: changed.id }]);
    expect(await statesOf(3)).toEqual(['new', 'new', 'here']);
  });

  it('is one action, whose undo takes everything back, and so is its end', async () => {
    const importId = await carryOut(newRows(2));
    await revert(importId);
    expect(await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now)).toEqual({ ok: true, left: 0 });
    expect(await rows()).toHaveLength(2);
    expect(await readImports(db, ACCOUNT)).toMatchObject([{ here: 2 }]);
    await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now);
    expect(await rows()).toEqual([]);
    expect(await readImports(db, ACCOUNT)).toEqual([]);
  });

  it('without a login its keys are written when its entries leave the outbox', async () => {
    const importId = await carryOut(newRows(3));
    const [last] = await rows();
    await settle(db, now);
    expect(await db.outbox.count()).toBe(0);
    expect(await statesOf(3)).toEqual(['here', 'here', 'here']);
    await deleteTransactions(db, actor, { rows: last ? [last] : [] }, now);
    await settle(db, now);
    expect(await statesOf(3)).toEqual(['here', 'here', 'deleted']);
    await revert(importId);
    await settle(db, now);
    expect(await statesOf(3)).toEqual(['new', 'new', 'new']);
  });
});

describe('an import that makes categories', () => {
  const rowsWith = (...names: string[]) =>
    newRows(names.length).map((row, at) => ({ ...row, fields: { ...row.fields, category: names[at] ?? '' } }));
  const names = async () => (await db.categories.toArray()).map(({ name, accountId }) => [name, accountId]).sort();
  const importWith = async (...made: string[]) => {
    const categories = made.map((name) => ({ type: 'expense' as const, name }));
    const done = await carryOutImport(db, actor, { ...planOf(rowsWith(...made)), categories }, {}, now);
    if (!done.ok) throw new Error('not imported');
    return done;
  };

  it('makes those that are missing once, and one undo takes back rows and categories', async () => {
    await db.categories.put({ ...newCategory(ACCOUNT, 'expense', 'Food', now.toISOString()), version: 1 });
    const { actionId } = await importWith('food', 'Pets', 'pets ');
    expect(await names()).toEqual([
      ['Food', ACCOUNT],
      ['Pets', ACCOUNT],
    ]);
    expect((await rows()).map(({ category }) => category).sort()).toEqual(['Food', 'Pets', 'Pets']);
    expect(await undoAction(db, actor, { id: actionId }, now)).toEqual({ ok: true, left: 0 });
    expect([await names(), await rows()]).toEqual([[['Food', ACCOUNT]], []]);
  });

  it('a revert takes them, too, but not those that something uses, and its undo brings them back', async () => {
    await writeMonths(db, scope, [transactionRow(7, { category: 'Garden' })]);
    const { importId } = await importWith('Pets', 'Garden', 'Books');
    await renameCategory(db, actor, { id: categoryId(ACCOUNT, 'expense', 'Books'), name: 'Reading' }, now);
    await revert(importId);
    expect(await names()).toEqual([
      ['Garden', ACCOUNT],
      ['Reading', ACCOUNT],
    ]);
    await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now);
    expect((await names()).map(([name]) => name)).toEqual(['Garden', 'Pets', 'Reading']);
  });

  it('they go where all own accounts offer them; in somebody else’s account only an admin makes any', async () => {
    await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT, createdAt: '2020-01-01T00:00:00.000Z' })]);
    await importWith('Pets');
    expect(await names()).toEqual([['Pets', OTHER_ACCOUNT]]);
    await db.accounts.put(accountRow({ ownerId: idOf(900) }));
    const cursor = { scope, accountId: ACCOUNT, version: 1, grantId: 'g', before: null } as const;
    await db.cursors.put({ ...cursor, role: 'member' });
    await importWith('Pets', 'Garden');
    expect(await names()).toEqual([['Pets', OTHER_ACCOUNT]]);
    expect((await rows()).map(({ category }) => category)).toContain('Uncategorized');
    await db.cursors.put({ ...cursor, role: 'admin' });
    await importWith('Pets', 'Garden', 'Books');
    expect(await names()).toEqual([
      ['Books', ACCOUNT],
      ['Garden', ACCOUNT],
      ['Pets', OTHER_ACCOUNT],
    ]);
  });
});

describe('an import that corrects the opening balance', () => {
  const opened = (over: Partial<TransactionRow> = {}) =>
    transactionRow(700, {
      nature: 'opening',
      type: 'income',
      amount: 120_000,
      date: '2026-03-10',
      category: 'Opening balance',
      description: 'Opening balance',
      ...over,
    });
  const balance = async () => (await readSums(db, scope))?.balance;
  const openings = async () => (await rows()).filter(({ nature }) => nature === 'opening');
  const planWith = (row: TransactionRow | null, cents: number): ImportPlan => ({
    ...planOf(newRows(3)),
    opening: { row, cents, date: '2026-03-04' },
  });

  it('does it with the rows, and one undo takes back both', async () => {
    await writeMonths(db, scope, [opened()]);
    const done = await carryOutImport(db, actor, planWith(opened(), -500), {}, now);
    expect(done).toMatchObject({ ok: true, done: 3, opening: 'corrected' });
    expect(await openings()).toMatchObject([{ type: 'expense', amount: 500, date: '2026-03-04' }]);
    expect(await balance()).toBe(-506);
    expect(readActions(db)).toHaveLength(1);
    expect(await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now)).toMatchObject({ ok: true, left: 0 });
    expect(await rows()).toMatchObject([{ amount: 120_000, date: '2026-03-10', type: 'income' }]);
  });

  it('makes one where there is none, and takes one away that has to be zero', async () => {
    await carryOutImport(db, actor, planWith(null, 2_000), {}, now);
    const [made] = await openings();
    expect(made).toMatchObject({ type: 'income', amount: 2_000, date: '2026-03-04', status: 'open' });
    const again = { ...planOf(newRows(4)), opening: { row: made ?? null, cents: 0, date: '2026-03-04' } };
    expect(await carryOutImport(db, actor, again, {}, now)).toMatchObject({ opening: 'corrected' });
    expect(await openings()).toEqual([]);
  });

  it('tells when the opening balance is gone or may not be changed; the rows come in all the same', async () => {
    const gone = await carryOutImport(db, actor, planWith(opened(), 1), {}, now);
    expect(gone).toMatchObject({ ok: true, done: 3, opening: 'failed' });
    const theirs = opened({ userId: idOf(9999) });
    await writeMonths(db, `account:${OTHER_ACCOUNT}`, [{ ...theirs, accountId: OTHER_ACCOUNT }]);
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(9999) }));
    const role = { role: 'member', version: 1, grantId: 'g', before: null } as const;
    await db.cursors.put({ scope: `account:${OTHER_ACCOUNT}`, accountId: OTHER_ACCOUNT, ...role });
    const plan = { ...planWith({ ...theirs, accountId: OTHER_ACCOUNT }, 1), accountId: OTHER_ACCOUNT };
    expect(await carryOutImport(db, actor, plan, {}, now)).toMatchObject({ ok: true, done: 3, opening: 'failed' });
  });

  it('does not happen when the import is stopped on its way', async () => {
    await writeMonths(db, scope, [opened()]);
    const stop = new AbortController();
    const control = { signal: stop.signal, onProgress: () => stop.abort() };
    const plan = { ...planOf(newRows(501)), opening: { row: opened(), cents: 1, date: '2026-03-04' } };
    expect(await carryOutImport(db, actor, plan, control, now)).toMatchObject({ left: 1, opening: null });
    expect(await openings()).toMatchObject([{ amount: 120_000 }]);
  });
});
