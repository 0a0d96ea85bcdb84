/** A column of balances that adds up is the bank's own word on what the account has. */
import { expect, it } from 'vitest';
import { readText, statementsOf } from '../../../tests/support/bank-files.ts';
import type { ReadFile } from '../read-file.ts';
import { totalsOf } from '../statement/totals.ts';

const HEADER = 'Date,Description,Amount,Balance';
const SALARY = '2026-11-05,Salary,2500.00,3700.00';
const RENT = '2026-11-10,Rent,-900.00,2800.00';
const FOOD = '2026-11-20,Groceries,-150.50,2649.50';
const balanceOf = (read: ReadFile) => statementsOf(read)[0]?.balance;
const table = (...lines: string[]) => readText([HEADER, ...lines].join('\n'));

it('is the one after the newest row, whichever row comes first', () => {
  const balance = { cents: 264_950, date: '2026-11-20' };
  expect(balanceOf(table(SALARY, RENT, FOOD))).toEqual(balance);
  expect(balanceOf(table(FOOD, RENT, SALARY))).toEqual(balance);
  const day = ['2026-11-20,a,-1.00,99.00', '2026-11-20,b,-2.00,97.00'];
  expect(balanceOf(table(...day))).toEqual({ cents: 9700, date: '2026-11-20' });
  expect(balanceOf(table(...day.toReversed()))).toEqual({ cents: 9700, date: '2026-11-20' });
});

it('may be below zero or zero, and stand beside debits and credits, with a total below', () => {
  const pair = ['Date,Text,Debit,Credit,Balance', '2026-11-02,a,9.00,,-9.00', '2026-11-03,b,,9.00,0.00', 'Total,,9,9,'];
  expect(balanceOf(readText(pair.join('\n')))).toEqual({ cents: 0, date: '2026-11-03' });
  const debt = ['2026-11-02,a,-9.00,-9.00', '2026-11-03,b,-1.00,-10.00'];
  expect(balanceOf(table(...debt))).toEqual({ cents: -1000, date: '2026-11-03' });
});

it('is told where some rows have none', () => {
  const rows = ['2026-11-02,a,-9.00,91.00', '2026-11-03,b,-1.00,90.00', '2026-11-03,c,-2.00,88.00'];
  const later = ['2026-11-04,d,-3.00,', '2026-11-04,e,-3.00,82.00', '2026-11-05,f,-5.00,'];
  expect(balanceOf(table(...rows, ...later))).toEqual({ cents: 7700, date: '2026-11-05' });
});

const GAP = [
  '2026-11-02,a,-9.00,91.00',
  '2026-11-04,b,-1.00,80.00',
  '2026-11-05,c,-2.00,78.00',
  '2026-11-06,d,-3.00,75.00',
];

it('where rows are missing, the rows miss it by as much, whichever row comes first', () => {
  const missed = (read: ReadFile) => statementsOf(read).map((one) => totalsOf(one).check);
  const short = { cents: 260_000, date: '2026-11-20', differs: -4950 };
  expect(missed(table(SALARY, RENT, FOOD.replace('2649.50', '2600.00')))).toEqual([short]);
  const gap = { cents: 7500, date: '2026-11-06', differs: -1000 };
  expect(missed(table(...GAP))).toEqual([gap]);
  expect(missed(table(...GAP.toReversed()))).toEqual([gap]);
  expect(missed(table(SALARY, RENT, FOOD))).toEqual([{ cents: 264_950, date: '2026-11-20', differs: 0 }]);
});

it('is proved by the days where a bank lists the rows of a day in another order', () => {
  const first = ['2026-11-02,b,-5.00,86.00', '2026-11-02,a,-9.00,91.00', '2026-11-03,c,-6.00,80.00'];
  const read = table(...first, '2026-11-04,e,-2.00,77.00', '2026-11-04,d,-1.00,79.00', '2026-11-04,f,-7.00,70.00');
  expect(statementsOf(read).map((one) => totalsOf(one).check)).toEqual([
    { cents: 7000, date: '2026-11-04', differs: 0 },
  ]);
});

it('is none where a row follows from the one before by chance', () => {
  const rows = ['2026-11-02,a,-9.00,91.00', '2026-11-03,b,-1.00,90.00', '2026-11-04,c,-2.00,11.00'];
  const other = ['2026-11-05,d,-3.00,57.00', '2026-11-06,e,-4.00,31.00', '2026-11-07,f,-5.00,72.00'];
  expect(balanceOf(table(...rows, ...other))).toBeUndefined();
});

it('is none of another account, where there is one row, and where nothing tells which row is the newest', () => {
  expect(balanceOf(table('2026-11-02,a,-9.00,91.00', '2026-11-04,b,-1.00,45.00'))).toBeUndefined();
  expect(balanceOf(table(RENT))).toBeUndefined();
  const refund = ['2026-11-02,a,50.00,100.00', '2026-11-02,b,-50.00,50.00'];
  expect(balanceOf(table(...refund))).toBeUndefined();
  const days = ['2026-11-03,a,50.00,100.00', '2026-11-02,b,-50.00,50.00'];
  expect(balanceOf(table(...days))).toEqual({ cents: 10_000, date: '2026-11-03' });
});

it('does not hold what the bank has not booked', () => {
  const rows = ['2026-11-02,a,-9.00,91.00,booked', '2026-11-03,b,-1.00,90.00,booked', '2026-11-04,c,-5.00,,pending'];
  const read = readText([`${HEADER},Status`, ...rows].join('\n'));
  expect(balanceOf(read)).toEqual({ cents: 9000, date: '2026-11-03' });
});

it('is none where the signs were turned against it', () => {
  const text = [HEADER, SALARY, RENT, FOOD].join('\n');
  const mapping = { columns: { date: 0, text: 1, amount: 2, balance: 3 }, flipped: true };
  expect(balanceOf(readText(text, { mapping }))).toBeUndefined();
});
