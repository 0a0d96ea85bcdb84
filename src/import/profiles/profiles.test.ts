/** Exports of other apps, in the shapes that they document: accounts, categories, transfers, splits and budgets. */
import { expect, it } from 'vitest';
import { readBankFile, readText, shortOf } from '../../../tests/support/bank-files.ts';
import type { Choices } from '../read-file.ts';
import { mergeMigrations } from './merge-migrations.ts';
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
  expect(read).toMatchObject({ app: 'ynab', questions: [] });
  expect(read.categories).toEqual([
    { name: 'Food', group: 'Home' },
    { name: 'Household', group: 'Home' },
    { name: 'Fun: Music', group: 'Fun' },
    { name: 'Gifts: Music', group: 'Gifts' },
  ]);
  expect(rowsOf(read)).toEqual([
    {
      account: 'Checking',
      rows: [
        '2026-06-24 -5420 Supermarket groceries - cleared',
        '2026-06-24 200 Supermarket bottles back Food cleared',
        '2026-06-22 -8450 Music shop strings Fun: Music open',
        '2026-06-22 -1550 for later > Savings open',
        '2026-06-03 250000 Employer - cleared',
        '2026-06-02 -20000 Transfer : Savings > Savings cleared',
        '2026-06-01 100000 Starting Balance - reconciled',
      ],
    },
    {
      account: 'Savings',
      rows: [
        '2026-06-22 1550 for later > Checking open',
        '2026-06-02 20000 Transfer : Checking > Checking cleared',
        '2026-06-05 700 closed > Old account cleared',
      ],
    },
    { account: 'Visa', rows: ['2026-06-10 -3000 Music shop for Ann Gifts: Music cleared'] },
  ]);
  expect(shortOf(readBankFile('ynab-register.csv')).unreadable).toEqual(['line 12: zero', 'line 15: not_a_date']);
});

it('YNAB: of a split, the parts of one direction are one row, and a transfer is a row of its own', () => {
  const [checking] = migrationOf('ynab-register.csv').statements;
  expect(checking?.rows.map(({ parts }) => parts?.map(({ cents, category }) => [cents, category]))).toEqual([
    [
      [-4000, 'Food'],
      [-1420, 'Household'],
    ],
    ...Array.from({ length: 6 }, () => undefined),
  ]);
  expect(checking?.rows.at(-1)?.opening).toBe(true);
});

it('what an account is for is guessed by its name, and Firefly III says what is a debt', () => {
  const kindsOf = (name: string) => migrationOf(name).statements.map(({ account }) => account.kind);
  expect(kindsOf('ynab-register.csv')).toEqual(['checking', 'savings', 'credit_card']);
  expect(kindsOf('firefly.csv')).toEqual(['checking', 'savings', 'loan']);
});

it('YNAB: the budget has what was assigned to each category in each month, but not to the payment of cards', () => {
  expect(migrationOf('ynab-budget.csv')).toMatchObject({
    statements: [],
    budgets: [
      { month: '2026-05', category: 'Food', cents: 30_000 },
      { month: '2026-06', category: 'Food', cents: 35_000 },
      { month: '2026-06', category: 'Fun: Music', cents: 10_000 },
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
        '2026-06-25 -2000 Shop Household cleared',
        '2026-06-25 -1000 Savings cash back > Savings cleared',
      ],
    },
    {
      account: 'Savings',
      rows: [
        '2026-06-23 20000 Checking > Checking open',
        '2026-06-24 5 Bank interest Income cleared',
        '2026-06-25 1000 Checking cash back > Checking cleared',
      ],
    },
  ]);
  expect(read.statements[0]?.rows[1]?.parts?.map(({ cents, category }) => [cents, category])).toEqual([
    [-4000, 'Food'],
    [-1420, 'Household'],
  ]);
  expect(shortOf(readBankFile('actual.csv')).unreadable).toEqual(['line 13: not_a_date']);
});

it('Actual: in exports of single accounts, the payee of a transfer is the account of another file', () => {
  const header = 'Account,Date,Payee,Notes,Category,Amount,Cleared,Reconciled\n';
  const files = ['A,2026-06-02,B,,,-5,true,false', 'B,2026-06-02,A,,,5,true,false'].map((line) => {
    const read = readText(header + line);
    if (read.kind !== 'migration') throw new Error(read.kind);
    return read;
  });
  expect(rowsOf(mergeMigrations('actual', files)).flatMap(({ rows }) => rows)).toEqual([
    '2026-06-02 -500 B > B cleared',
    '2026-06-02 500 A > A cleared',
  ]);
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
        '2026-06-27 -2000 Bread Groceries open',
      ],
    },
    { account: 'Savings', rows: ['2026-06-23 20000 To the savings > Checking open'] },
    { account: 'House loan', rows: ['2026-06-26 15000 Instalment > Checking open'] },
  ]);
  expect(read.statements[0]?.rows[0]?.opening).toBe(true);
  expect(read.statements[0]?.rows[1]?.parts).toHaveLength(2);
  expect(read.statements[0]?.currencies).toEqual(['EUR']);
  expect(shortOf(readBankFile('firefly.csv')).unreadable).toEqual(['line 7: other_currency', 'line 10: not_an_amount']);
});
