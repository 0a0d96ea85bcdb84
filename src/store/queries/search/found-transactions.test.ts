import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { sumOfRows } from '#domain/transactions/filter';
import { NEWEST_FIRST } from '#domain/transactions/transactions';
import { transactionsCsv } from '#domain/transactions/transactions-csv';
import { WORDS } from '#texts/transactions/transactions-csv';
import { readText } from '../../../../tests/support/bank-files.ts';
import fc from '../../../../tests/support/random.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { findTransactions } from './found-transactions.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const write = (rows: ReturnType<typeof transactionRow>[]) => writeMonths(db, accountScope(ACCOUNT), rows);

async function csvOf(filter: string): Promise<string> {
  const { found } = await findTransactions(db, { filter, accountId: ACCOUNT, order: NEWEST_FIRST }, 'another account');
  return transactionsCsv(found, WORDS);
}

/** The rows below the headings. */
const linesOf = (csv: string) => csv.trimEnd().split('\r\n').slice(1);

const line = (n: number, category: string, cents: number, note = '') => ({ id: idOf(n), category, cents, note });
const SPLIT = transactionRow(1, {
  description: 'Mall',
  category: 'Split',
  amount: 10_000,
  lines: [line(11, 'Food', 6000), line(12, 'Housing', 4000, 'lamp')],
});

it('writes a row for each line of a split, and of a filtered one only the lines that the sum counts', async () => {
  await write([SPLIT, transactionRow(2, { description: 'Pay', type: 'income', category: 'Salary', amount: 5 })]);
  expect(linesOf(await csvOf('')).sort()).toEqual([
    'Personal,2026-03-05,Expense,-40.00,Housing,Mall,lamp,anna@example.org,Split,,Open',
    'Personal,2026-03-05,Expense,-60.00,Food,Mall,,anna@example.org,Split,,Open',
    'Personal,2026-03-05,Income,0.05,Salary,Pay,,anna@example.org,Regular,,Open',
  ]);
  expect(linesOf(await csvOf('category:housing'))).toEqual([
    'Personal,2026-03-05,Expense,-40.00,Housing,Mall,lamp,anna@example.org,Split,,Open',
  ]);
});

it('names the other account of a transfer, where the user may know it', async () => {
  const side = { nature: 'transfer', category: 'Transfer', amount: 700 } as const;
  await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, name: 'Savings' }));
  await write([
    transactionRow(1, { ...side, description: 'To savings', transferId: idOf(8) }),
    transactionRow(2, { ...side, description: 'Elsewhere', transferId: idOf(9) }),
  ]);
  const other = transactionRow(3, { ...side, accountId: OTHER_ACCOUNT, type: 'income', transferId: idOf(8) });
  await writeMonths(db, accountScope(OTHER_ACCOUNT), [other]);
  expect(linesOf(await csvOf('type:transfer')).sort()).toEqual([
    'Personal,2026-03-05,Expense,-7.00,Transfer,Elsewhere,,anna@example.org,Transfer,another account,Open',
    'Personal,2026-03-05,Expense,-7.00,Transfer,To savings,,anna@example.org,Transfer,Savings,Open',
  ]);
  expect(linesOf(await csvOf('account:*'))).toHaveLength(3);
});

it('who has only a budget writes what the budget shows them, and no name of the account', async () => {
  const accountId = idOf(900);
  const scope = `budget:${idOf(50)}`;
  await db.budgets.put(budgetRow(50, { accountId, name: 'Eating', categoryId: idOf(60) }));
  await db.categories.put(categoryRow(60, { accountId }));
  await db.cursors.put({ scope, accountId, version: 1, before: null, role: 'viewer', grantId: idOf(70) });
  const shown = { accountId, description: '', category: 'Split', amount: 6000, lines: [line(11, 'Food', 6000)] };
  await writeMonths(db, scope, [transactionRow(1, shown)]);
  expect(linesOf(await csvOf('budget:eating'))).toEqual([
    ',2026-03-05,Expense,-60.00,Food,,,anna@example.org,Split,,Open',
  ]);
});

it('no text of the file runs in a spreadsheet, and amounts below zero stay numbers', async () => {
  await write([transactionRow(1, { description: '=1+1', notes: '@SUM(A1)', category: '-2', userEmail: '+3' })]);
  expect(linesOf(await csvOf(''))).toEqual(["Personal,2026-03-05,Expense,-1.00,'-2,'=1+1,'@SUM(A1),'+3,Regular,,Open"]);
});

const drawn = fc.array(
  fc.record({
    type: fc.constantFrom('income', 'expense'),
    amount: fc.integer({ min: 2, max: 99_999_999_999 }),
    date: fc.constantFrom('2026-01-31', '2026-02-01', '2024-02-29'),
    description: fc.string({ maxLength: 20 }),
    isSplit: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);

it('what it wrote imports again, without a question, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      await db.transactions.clear();
      const rows = all.map(({ isSplit, ...row }, n) =>
        transactionRow(n, {
          ...row,
          ...(isSplit && { category: 'Split', lines: [line(n, 'Food', 1), line(n + 100, 'Home', row.amount - 1)] }),
        }),
      );
      await write(rows);
      const read = readText(await csvOf(''));
      if (read.kind !== 'table') throw new Error(read.kind);
      const [statement] = read.statements;
      expect([read.questions, statement?.unreadable]).toEqual([[], []]);
      expect(statement?.rows.reduce((sum, { cents }) => sum + cents, 0)).toBe(sumOfRows(rows));
      expect(statement?.rows).toHaveLength(rows.reduce((count, { lines }) => count + (lines?.length ?? 1), 0));
    }),
    { numRuns: 60 },
  );
});
