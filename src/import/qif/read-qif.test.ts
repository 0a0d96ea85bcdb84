import { expect, it } from 'vitest';
import { readBankFile, readText, shortOf, statementsOf } from '../../../tests/support/bank-files.ts';

it('dates of Quicken, named months and years before 2000 are read', () => {
  expect(shortOf(readBankFile('quicken.qif')).rows).toEqual([
    '2018-06-04 -120000 Rent',
    '2002-03-11 -5000 Supermarket',
    '1998-12-24 -10000 To the savings',
    '2026-01-26 500 Found',
    '2026-12-31 999 The last one has no end',
  ]);
});

it('a line that cannot be read has its number and reason, and the rest goes on', () => {
  expect(shortOf(readBankFile('quicken.qif')).unreadable).toEqual(['line 38: not_a_date', 'line 42: not_an_amount']);
});

it('a split has its lines and the rest, a category loses its class, and [Savings] is a transfer', () => {
  const [statement] = statementsOf(readBankFile('quicken.qif'));
  expect(statement?.account).toEqual({ name: 'Joint account' });
  const [rent, shopping, savings] = statement?.rows ?? [];
  expect(rent?.category).toBe('Housing');
  expect(shopping?.parts).toEqual([
    { cents: -3000, text: 'milk', category: 'Food:Groceries' },
    { cents: -1500, text: '', category: 'Household' },
    { cents: -500, text: '' },
  ]);
  expect(savings?.transfer).toBe('Savings');
});

it('the whole file tells the order of its dates, and the opening balance tells the account', () => {
  const read = readBankFile('day-first.qif');
  expect(shortOf(read).rows).toEqual(['2026-01-31 123456 Opening Balance', '2026-02-05 -300000 Bank charges']);
  const [statement] = statementsOf(read);
  expect(statement?.account).toEqual({ name: 'Girokonto' });
  expect(statement?.rows[0]).toMatchObject({ opening: true });
  expect(statement?.rows[0]?.transfer).toBeUndefined();
});

it('an option in the file tells the order, and without any of these somebody is asked', () => {
  expect(shortOf(readBankFile('option.qif')).rows).toEqual(['2026-03-11 -999 Streaming']);
  const asked = readBankFile('ambiguous.qif');
  expect(asked).toMatchObject({ questions: ['date_order', 'decimal_sign'] });
  expect(shortOf(asked)).toEqual({
    rows: ['2026-04-04 -2000 Same either way'],
    unreadable: ['line 2: day_or_month'],
  });
  const answered = readBankFile('ambiguous.qif', { dateOrder: 'day-first', decimalSign: ',' });
  expect(shortOf(answered).rows).toEqual(['2026-11-03 -150000 Rent', '2026-04-04 -2000 Same either way']);
});

it('sections of one kind without a new account are one statement', () => {
  const text =
    '!Type:Bank\nD1/15/2026\nT-1.00\nPa\n^\n!Type:Bank\nD1/15/2026\nT-1.00\nPa\n^\n!Type:CCard\nD1/16/2026\nT-2.00\n^';
  expect(statementsOf(readText(text)).map(({ rows }) => rows.length)).toEqual([2, 1]);
});

it('an investment is more than an amount, so it is listed and not read', () => {
  expect(shortOf(readBankFile('investments.qif'))).toEqual({ rows: [], unreadable: ['line 2: investment'] });
});

it('the file of a card or of cash says so', () => {
  for (const [type, kind] of [
    ['CCard', 'credit_card'],
    ['Cash', 'cash'],
    ['Oth L', 'loan'],
    ['Bank', undefined],
  ]) {
    const [statement] = statementsOf(readText(`!Type:${type}\nD2026-01-02\nT-5.00\nPShop\n^\n`));
    expect(statement?.account).toEqual(kind ? { kind } : {});
  }
});
