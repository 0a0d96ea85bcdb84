/** Exports of other apps, in the shapes that they document: accounts, categories, transfers, splits and budgets. */
import { expect, it } from 'vitest';
import { readBankFile, shortOf } from '../../../tests/support/bank-files.ts';
import type { Choices } from '../read-file.ts';
import type { Migration } from './migration.ts';

function migrationOf(name: string, choices?: Choices): Migration {
  const read = readBankFile(name, choices);
  if (read.kind !== 'migration') throw new Error(`${name} is ${read.kind}`);
  return read;
}

const rowsOf = ({ statements }: Migration) =>
  statements.map(({ account, rows }) => ({
    account: account.name,
    rows: rows.map(({ date, cents, text, transfer, category, status }) =>
      [date, cents, text, transfer ? `> ${transfer}` : (category ?? '-'), status].join(' '),
    ),
  }));

it('YNAB: the register has a statement for each account, with transfers, and incomes without a category', () => {
  const read = migrationOf('ynab-register.csv');
  expect(read).toMatchObject({ app: 'ynab', questions: [], categories: [{ name: 'Music', group: 'Fun' }] });
  expect(rowsOf(read)).toEqual([
    {
      account: 'Checking',
      rows: [
        '2026-06-22 -10000 Music shop strings - open',
        '2026-06-03 250000 Employer - cleared',
        '2026-06-02 -20000 Transfer : Savings > Savings cleared',
        '2026-06-01 100000 Starting Balance - reconciled',
      ],
    },
    {
      account: 'Savings',
      rows: ['2026-06-22 1550 for later > Checking open', '2026-06-02 20000 Transfer : Checking > Checking cleared'],
    },
  ]);
  expect(shortOf(readBankFile('ynab-register.csv')).unreadable).toEqual(['line 9: zero']);
});

it('YNAB: the lines of a split are the parts of one row, a transfer among them', () => {
  const [checking] = migrationOf('ynab-register.csv').statements;
  expect(checking?.rows[0]?.parts).toEqual([
    { cents: -8450, text: 'Music shop strings', payee: 'Music shop', category: 'Music' },
    { cents: -1550, text: 'for later', transfer: 'Savings' },
  ]);
  expect(checking?.rows.at(-1)?.opening).toBe(true);
});

it('YNAB: the budget has what was assigned to each category in each month', () => {
  expect(migrationOf('ynab-budget.csv')).toMatchObject({
    statements: [],
    categories: [
      { name: 'Music', group: 'Fun' },
      { name: 'Rent', group: 'Home' },
    ],
    budgets: [
      { month: '2026-06', category: 'Music', cents: 10_000 },
      { month: '2026-06', category: 'Rent', cents: 120_000 },
    ],
  });
});

it('Actual: the line of a split has no amount of its own, and the payee of a transfer is the other account', () => {
  const read = migrationOf('actual.csv');
  expect(rowsOf(read)).toEqual([
    {
      account: 'Checking',
      rows: [
        '2026-06-01 100000 Starting Balance Starting Balances reconciled',
        '2026-06-22 -5420 Supermarket weekly - cleared',
        '2026-06-23 -20000 Savings > Savings open',
      ],
    },
    {
      account: 'Savings',
      rows: ['2026-06-23 20000 Checking > Checking open', '2026-06-24 5 Bank interest Income cleared'],
    },
  ]);
  expect(read.statements[0]?.rows[1]?.parts?.map(({ cents, category }) => [cents, category])).toEqual([
    [-4000, 'Food'],
    [-1420, 'Household'],
  ]);
  expect(shortOf(readBankFile('actual.csv')).unreadable).toEqual([]);
});

it('Actual: the export of one account names the group of a category', () => {
  const read = migrationOf('actual-account.csv');
  expect(rowsOf(read)).toEqual([{ account: 'Checking', rows: ['2026-06-02 -350 Bakery Food cleared'] }]);
  expect(read.categories).toEqual([{ name: 'Food', group: 'Usual' }]);
});

it('Firefly III: each account of the user has its side, groups are splits, and another currency is listed', () => {
  const read = migrationOf('firefly.csv');
  expect(rowsOf(read)).toEqual([
    {
      account: 'Checking',
      rows: [
        '2026-06-01 100000 Initial balance for Checking - open',
        '2026-06-22 -5420 Weekly shopping - reconciled',
        '2026-06-23 -20000 To the savings > Savings open',
        '2026-06-24 250000 Salary Salary open',
        '2026-06-26 -15000 Instalment > House loan open',
      ],
    },
    { account: 'Savings', rows: ['2026-06-23 20000 To the savings > Checking open'] },
    { account: 'House loan', rows: ['2026-06-26 15000 Instalment > Checking open'] },
  ]);
  expect(read.statements[0]?.rows[0]?.opening).toBe(true);
  expect(read.statements[0]?.rows[1]?.parts).toHaveLength(2);
  expect(shortOf(readBankFile('firefly.csv')).unreadable).toEqual(['line 7: other_currency']);
});
