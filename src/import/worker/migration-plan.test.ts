/** From the export of another app to accounts: what is planned, carried out, done again and taken back. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInCategories } from '#domain/books/new-categories';
import { revertImport } from '#store/commands/imports/import-revert';
import { carryOutMigration } from '#store/commands/imports/migration-carry-out';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { type Database, openDatabase } from '#store/database/database';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { newestTransactions } from '#store/queries/rows/transactions';
import {
  balancesIn,
  type Chosen,
  planMigration,
  readMigration,
  rowsIn as rowsOfPlan,
} from '../../../tests/support/migration-files.ts';
import { LEAVE } from './migration-plan.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-07-10T12:00:00.000Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const plan = (names: string[], chosen: Chosen = {}) => planMigration(db, names, chosen);

async function carryOut(names: string[], chosen: Chosen = {}) {
  const done = await carryOutMigration(db, actor, await plan(names, chosen), {}, now);
  if (!done.ok) throw new Error(JSON.stringify(done.errors));
  return done;
}

const balances = () => balancesIn(db);
const idNamed = async (name: string) => (await db.accounts.filter((one) => one.name === name).first())?.id ?? '';
const rowsIn = async (name: string) => newestTransactions(db, await idNamed(name), 99);

describe.each([
  { names: ['ynab-register.csv'], transfers: 2 },
  { names: ['actual.csv'], transfers: 2 },
  { names: ['firefly.csv'], transfers: 2 },
])('the export $names', ({ names, transfers }) => {
  it('brings each account of the file to the sum of its rows, to the cent', async () => {
    const { found } = readMigration(...names);
    const made = await plan(names);
    await carryOut(names);
    expect(await balances()).toEqual(Object.fromEntries(found.accounts.map(({ name, cents }) => [name, cents])));
    expect(rowsOfPlan(made)).toBe(found.accounts.reduce((sum, { count }) => sum + count, 0));
  });

  it('makes both sides of each transfer, and lines that add up', async () => {
    await carryOut(names);
    const accounts = await db.accounts.toArray();
    const rows = (await Promise.all(accounts.map(({ id }) => newestTransactions(db, id, 99)))).flat();
    const sides = Map.groupBy(
      rows.filter(({ nature }) => nature === 'transfer'),
      ({ transferId }) => transferId,
    );
    expect(sides.size).toBe(transfers);
    for (const both of sides.values()) {
      expect(both.map(({ type }) => type).sort()).toEqual(['expense', 'income']);
      expect(new Set(both.map(({ amount }) => amount)).size).toBe(1);
      expect(new Set(both.map(({ accountId }) => accountId)).size).toBe(2);
    }
    const splits = rows.flatMap(({ lines, amount }) => (lines ? { lines, amount } : []));
    expect(splits.length).toBeGreaterThan(0);
    for (const { lines, amount } of splits) expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(amount);
  });

  it('brings nothing twice, and everything is taken back but accounts', async () => {
    const { imports } = await carryOut(names);
    const before = await balances();
    const made = await db.categories.count();
    const again = await plan(names);
    expect(rowsOfPlan(again)).toBe(0);
    expect(again.categories).toEqual([]);
    expect(await carryOutMigration(db, actor, again, {}, now)).toMatchObject({ errors: { form: 'empty' } });
    expect(await balances()).toEqual(before);
    expect(await revertImport(db, actor, { id: imports[0] ?? '', edited: 'ask' }, {}, now)).toMatchObject({ ok: true });
    expect(new Set(Object.values(await balances()))).toEqual(new Set([0]));
    expect(await db.imports.count()).toBe(0);
    // What every account begins with stays.
    expect(await db.categories.count()).toBe(builtInCategories('', '').length);
    expect(made).toBeGreaterThan(builtInCategories('', '').length);
    expect(rowsOfPlan(await plan(names))).toBeGreaterThan(0);
  });
});

describe('the register of YNAB', () => {
  const names = ['ynab-register.csv'];

  it('brings status, groups and kinds, and what has no other side as an ordinary transaction', async () => {
    await carryOut(names);
    const status = (await rowsIn('Checking')).map(({ status: one, date, category }) => [date, one, category]);
    expect(status).toEqual([
      ['2026-06-24', 'cleared', 'Food'],
      ['2026-06-24', 'cleared', 'Split'],
      ['2026-06-22', 'open', 'Transfer'],
      ['2026-06-22', 'open', 'Fun: Music'],
      ['2026-06-03', 'cleared', 'Uncategorized'],
      ['2026-06-02', 'cleared', 'Transfer'],
      ['2026-06-01', 'cleared', 'Opening balance'],
    ]);
    const alone = (await rowsIn('Savings')).find(({ date }) => date === '2026-06-05');
    expect(alone).toMatchObject({ nature: 'regular', transferId: null, description: 'closed' });
    expect((await db.accounts.toArray()).map(({ name, kind }) => [name, kind]).sort()).toEqual([
      ['Checking', 'checking'],
      ['Savings', 'savings'],
      ['Visa', 'credit_card'],
    ]);
    const made = (await db.categories.toArray()).filter(({ group }) => group !== null);
    expect(made.map(({ name, type, group }) => `${type} ${name} (${group})`).sort()).toEqual([
      'expense Fun: Music (Fun)',
      'expense Gifts: Music (Gifts)',
      'expense Household (Home)',
      'income Food (Home)',
    ]);
  });

  it('makes no category that the user maps to another one, and leaves out an account with its sides', async () => {
    const categories = new Map([
      ['expense fun: music', 'Entertainment'],
      ['expense household', 'Uncategorized'],
    ]);
    await carryOut(names, { into: { Savings: LEAVE }, categories });
    expect(Object.keys(await balances()).sort()).toEqual(['Checking', 'Visa']);
    const rows = await rowsIn('Checking');
    expect(rows.filter(({ nature }) => nature === 'transfer')).toEqual([]);
    expect(rows.find(({ lines }) => lines)?.lines?.map(({ category }) => category)).toEqual(['Food', 'Uncategorized']);
    expect(rows.map(({ category }) => category)).toContain('Entertainment');
    const made = (await db.categories.toArray()).map(({ name }) => name);
    expect(made).not.toContain('Fun: Music');
    expect(made).not.toContain('Household');
  });

  it('links a row that is there, which becomes a side of the transfer', async () => {
    await db.accounts.put(accountRow({ name: 'Checking', ownerId: actor.userId }));
    const typed = transactionRow(1, { amount: 20_000, date: '2026-06-03', userId: actor.userId, description: 'Saved' });
    await writeMonths(db, `account:${ACCOUNT}`, [typed]);
    const { imports } = await carryOut(names);
    const linked = (await rowsIn('Checking')).find(({ id }) => id === typed.id);
    expect(linked).toMatchObject({ nature: 'transfer', category: 'Transfer', description: 'Saved' });
    const other = (await rowsIn('Savings')).find(({ transferId }) => transferId === linked?.transferId);
    expect(other).toMatchObject({ type: 'income', amount: 20_000 });
    const sizes = (await db.outbox.toArray()).map(({ operations }) => operations.length);
    expect(sizes.at(-1)).toBe(2);
    await revertImport(db, actor, { id: imports[0] ?? '', edited: 'ask' }, {}, now);
    expect(await rowsIn('Checking')).toMatchObject([{ id: typed.id, nature: 'regular', transferId: null }]);
    expect(await rowsIn('Savings')).toEqual([]);
  });

  it('a side that somebody has changed and keeps is a regular transaction after a revert', async () => {
    const { imports } = await carryOut(names);
    const side = (await rowsIn('Savings')).find(({ nature, date }) => nature === 'transfer' && date === '2026-06-02');
    if (!side) throw new Error('no side');
    await updateTransaction(db, actor, { row: side, notes: 'mine' }, now);
    const [id = ''] = imports;
    expect(await revertImport(db, actor, { id, edited: 'ask' }, {}, now)).toMatchObject({
      question: [{ id: side.id }],
    });
    await revertImport(db, actor, { id, edited: 'keep' }, {}, now);
    expect(await rowsIn('Savings')).toMatchObject([{ id: side.id, nature: 'regular', transferId: null }]);
    expect(await rowsIn('Checking')).toEqual([]);
  });

  it('with the budget makes one budget for each category, which goes with the import', async () => {
    const { imports, budgets } = await carryOut(['ynab-register.csv', 'ynab-budget.csv']);
    expect(budgets).toBe(3);
    const checking = await idNamed('Checking');
    const made = (await db.budgets.toArray()).map(({ name, amount, accountId }) => ({ name, amount, accountId }));
    expect(made.sort((one, other) => one.amount - other.amount)).toEqual([
      { name: 'Fun: Music', amount: 10_000, accountId: checking },
      { name: 'Food', amount: 35_000, accountId: checking },
      { name: 'Rent', amount: 120_000, accountId: checking },
    ]);
    expect((await plan(['ynab-register.csv', 'ynab-budget.csv'])).budgets).toEqual([]);
    await revertImport(db, actor, { id: imports[0] ?? '', edited: 'ask' }, {}, now);
    expect(await db.budgets.count()).toBe(0);
  });

  it('is refused as a whole where the role does not allow it, and makes nothing', async () => {
    await db.accounts.put(accountRow({ name: 'Checking', ownerId: idOf(900) }));
    await db.cursors.put({
      scope: `account:${ACCOUNT}`,
      accountId: ACCOUNT,
      role: 'viewer',
      version: 1,
      grantId: 'g',
      before: null,
    });
    const done = await carryOutMigration(db, actor, await plan(names), {}, now);
    expect(done).toMatchObject({ errors: { form: 'forbidden' } });
    expect([await db.accounts.count(), await db.outbox.count()]).toEqual([1, 0]);
  });
});
