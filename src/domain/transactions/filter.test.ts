import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { countedParts } from '../money/lines.ts';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '../rows.ts';
import { categoryTest, narrows, parseFilter, type SearchedRow, sumOfParts, tokenTest, wordTest } from './filter.ts';
import { filterTokens } from './filter-parts.ts';
import { searchKey } from './transactions.ts';
import { searchedIn, wholeName, writeFilter } from './written-filter.ts';

const row: TransactionRow = {
  id: '00000000-0000-4000-8000-000000000001',
  accountId: '00000000-0000-4000-8000-0000000000a1',
  type: 'expense',
  amount: 5000,
  date: '2026-10-05',
  description: 'Dinner',
  category: 'Eating out',
  notes: '',
  budgetId: null,
  ...TRANSACTION_DEFAULTS,
  userId: null,
  userEmail: 'ben@example.org',
  createdAt: '2026-10-05T10:00:00.000Z',
  version: 1,
};
const TODAY = '2026-11-28';
const searched = (other: Partial<TransactionRow>) => ({
  row: { ...row, ...other },
  key: searchKey({ ...row, ...other }),
});
const has = (typed: string, other: Partial<TransactionRow> = {}) =>
  tokenTest(parseFilter(typed).tokens, TODAY)(searched(other));
const hasWords = (typed: string, { row, key }: SearchedRow) => wordTest(parseFilter(typed).words)(key, row.amount);
const finds = (typed: string, other: Partial<TransactionRow> = {}) =>
  has(typed, other) && hasWords(typed, searched(other));
const textsOf = (typed: string) => parseFilter(typed).words.map(({ text }) => text);

describe('a filter', () => {
  it('finds words apart, in any order, without case and accents', () => {
    const other = { description: 'Café am Dom', category: 'Eating out', notes: 'mit İnci' };
    for (const typed of ['cafe', 'CAFÉ dom', 'dom cafe', 'out café', 'inci dom'])
      expect(finds(typed, other)).toBe(true);
    for (const typed of ['cafe rome', 'cafedom', '"dom cafe"']) expect(finds(typed, other)).toBe(false);
    expect(finds('"cafe am"', other)).toBe(true);
  });

  it('what was typed as one text is found as before, whatever it is', () => {
    const text = fc.string().filter((one) => !/[">@<=:-]/.test(one) && !/^\d{4}-|^\s*(this|last)\s/i.test(one));
    fc.assert(
      fc.property(text, text, text, (before, one, after) => {
        expect(finds(one, { description: `${before}${one}${after}` })).toBe(true);
      }),
    );
  });

  it('an amount is found as it is written, and by its beginning; a sign does not count', () => {
    const other = { amount: 123_456 };
    for (const typed of ['1,234.56', '1234.56', '$1,234.56', '1234.5', '1234', '-1,234.56', '+$1,234.56'])
      expect(finds(typed, other)).toBe(true);
    for (const typed of ['1234.57', '1234.6', '1235', '34.56', '123']) expect(finds(typed, other)).toBe(false);
    expect(finds('123', { description: 'Bus 1234' })).toBe(true);
  });

  it('what a longer text finds is a part of what its beginning finds, unless an amount comes in', () => {
    const words = (typed: string) => parseFilter(typed).words;
    expect(narrows(words('corner sh'), words('corn'))).toBe(true);
    expect(narrows(words('corner'), words('corner sh'))).toBe(false);
    expect(narrows(words('23'), words('2'))).toBe(false);
    expect(narrows(words('corner 23'), words('23'))).toBe(true);
    expect(narrows(words('12'), words('12 1'))).toBe(false);
    const typed = fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', '.', ' '), maxLength: 5 });
    const other = fc.record({ description: typed, amount: fc.integer({ min: 1, max: 2300 }) });
    fc.assert(
      fc.property(typed, typed, other, (one, more, of) => {
        return !narrows(words(more), words(one)) || !finds(more, of) || finds(one, of);
      }),
      { numRuns: 1000 },
    );
  });

  it('=50 is this amount', () => {
    expect([has('=50'), has('=50.00'), has('=49'), has('=5')]).toEqual([true, true, false, false]);
  });

  it('-word is not in the row, and a sign before a number is no such word', () => {
    expect([finds('-lunch'), finds('-DINNÉR'), finds('dinner -eat'), finds('-"eating in"')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([parseFilter('-50').tokens, parseFilter('- -"" -$5').tokens]).toEqual([[], []]);
  });

  it('last month, this quarter and the like are seen from today', () => {
    const days = (typed: string) =>
      ['2025-12-31', '2026-09-30', '2026-10-31', '2026-11-01', '2026-12-31', '2027-01-01'].filter((date) =>
        has(typed, { date }),
      );
    expect(days('last month')).toEqual(['2026-10-31']);
    expect(days('This  Month')).toEqual(['2026-11-01']);
    expect(days('this quarter')).toEqual(['2026-10-31', '2026-11-01', '2026-12-31']);
    expect(days('last quarter')).toEqual(['2026-09-30']);
    expect(days('last year')).toEqual(['2025-12-31']);
    expect(days('last month this month')).toEqual([]);
    expect([parseFilter('last months').tokens, parseFilter('"last month"').tokens]).toEqual([[], []]);
  });

  it('notes: are searched alone, also those of lines', () => {
    const lines = [{ id: '1', category: 'Home', cents: 5000, note: 'Grüner Tisch' }];
    expect([has('notes:gru', { lines }), has('notes:"gruner tisch"', { lines }), has('notes:home', { lines })]).toEqual(
      [true, true, false],
    );
    expect([has('notes:anna', { notes: 'With Anna' }), has('notes:dinner')]).toEqual([true, false]);
  });

  it('what is no token is words', () => {
    expect(parseFilter('a:b > # 2026 x@y.org').tokens).toEqual([]);
    expect(textsOf('a:b > # 2026 x@y.org')).toEqual(['a:b', '>', '#', '2026', 'x@y.org']);
  });

  it('a token is found before, within and after the text, which is then searched without it', () => {
    expect(parseFilter('corner >50 shop').tokens).toEqual([{ kind: 'above', cents: 5000 }]);
    expect(textsOf('corner >50 shop')).toEqual(['corner', 'shop']);
  });

  it('>50 and <50 compare the amount of incomes and expenses, without the amount itself', () => {
    expect([has('>49.99'), has('>50'), has('<50'), has('<50.01')]).toEqual([true, false, false, true]);
    expect(has('>49.99', { type: 'income' })).toBe(true);
  });

  it('2026-10 is a month and 2026-10-05 a day; what is no date is text', () => {
    expect([has('2026-10'), has('2026-10-05'), has('2026-11'), has('2026-10-06')]).toEqual([true, true, false, false]);
    expect(parseFilter('2026-13 2026-10-32').tokens).toEqual([]);
  });

  it('@ben is who entered it, and nobody for an anonymous entry', () => {
    expect([has('@Ben'), has('@anna'), has('@ben', { userEmail: null })]).toEqual([true, false, false]);
  });

  it('category: searches the category alone, and takes a quoted name with spaces', () => {
    expect([has('category:eating'), has('Category:"Eating out"'), has('category:dinner')]).toEqual([true, true, false]);
    expect(has('category:cafe', { category: 'Cafés' })).toBe(true);
    expect(parseFilter('category:').tokens).toEqual([]);
  });

  it('from: and to: are a period of days or months that both belong to it', () => {
    expect([has('from:2026-10-05 to:2026-10-05'), has('from:2026-10-06'), has('to:2026-10-04')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([has('from:2026-10 to:2026-10'), has('from:2026-11'), has('to:2026-09')]).toEqual([true, false, false]);
    expect(parseFilter('from:2026-02-30 to:soon').tokens).toEqual([]);
  });

  it('status: is how far a row is agreed with the bank', () => {
    expect(has('status:cleared', { status: 'cleared' })).toBe(true);
    expect(has('status:Cleared', { status: 'open' })).toBe(false);
    expect([parseFilter('status:paid').tokens, textsOf('status:paid')]).toEqual([[], ['status:paid']]);
  });

  it('type: of a transfer is neither income nor expense', () => {
    const transfer = { nature: 'transfer', type: 'income' } as const;
    expect(['type:transfer', 'type:income', 'type:opening'].map((typed) => has(typed, transfer))).toEqual([
      true,
      false,
      false,
    ]);
    expect(has('type:transfer')).toBe(false);
  });

  it('type: finds a refund where sums count it, on the side of its category', () => {
    const back = { type: 'income', refund: true } as const;
    expect(['type:expense', 'type:income'].map((typed) => has(typed, back))).toEqual([true, false]);
  });

  it('type: is income or expense', () => {
    expect([has('type:expense'), has('type:Income'), has('type:income', { type: 'income' })]).toEqual([
      true,
      false,
      true,
    ]);
    expect(parseFilter('type:other').tokens).toEqual([]);
  });

  it('= means the whole name as it is written, without it a part will do', () => {
    expect([has('category:="Eating out"'), has('category:=Eating'), has('category:="eating out"')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('of several tokens of one kind one has to hold, but all limits do', () => {
    expect([has('category:rent category:eating'), has('@anna @ben'), has('2026-09 2026-10')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([has('category:rent @ben'), has('>10 >60'), has('>10 <60')]).toEqual([false, false, true]);
  });

  it('account: and budget: name where to look, * means all of them', () => {
    expect(parseFilter('account:House budget:*').tokens).toEqual([
      { kind: 'account', text: 'house', whole: false },
      { kind: 'budget', text: '', whole: false },
    ]);
  });

  it('quotes make any token text', () => {
    expect(parseFilter('">50" "@ben" "2026-10" "category:food"').tokens).toEqual([]);
    expect(textsOf('">50" "@ben" "category:food"')).toEqual(['>50', '@ben', 'category:food']);
  });

  it('each token names the filter without it', () => {
    expect(filterTokens('corner >50 "a b" @ben').map(({ raw, without }) => [raw, without])).toEqual([
      ['>50', 'corner "a b" @ben'],
      ['@ben', 'corner >50 "a b"'],
    ]);
  });

  it('any text in quotes is searched as it is', () => {
    const text = fc.string().filter((one) => !/["\s]/.test(one) && one !== '');
    fc.assert(fc.property(text, (one) => parseFilter(`"${one}"`).tokens.length === 0));
  });

  it('any name is found by the filter that is written for it, and no other', () => {
    const name = fc
      .string({ minLength: 1 })
      .map((one) => one.normalize('NFC').replaceAll('\0', ''))
      .filter(Boolean);
    fc.assert(
      fc.property(name, name, (one, other) => {
        const typed = writeFilter({
          categories: [one],
          types: ['expense'],
          period: { from: '2026-10-01', to: '2026-10-31' },
        });
        expect(parseFilter(typed).words).toEqual([]);
        expect([has(typed, { category: one }), has(typed, { category: other })]).toEqual([true, other === one]);
      }),
    );
  });

  it('a link names accounts and budgets, and of several with one name the id of the one', () => {
    const [one, other] = [
      { id: 'a', name: 'Shop' },
      { id: 'b', name: 'Shop' },
    ];
    expect(writeFilter({ accounts: { whole: wholeName(one, [one]) } })).toBe('account:="Shop"');
    const among = { accounts: { whole: wholeName(one, [one, other]) }, budgets: 'all' } as const;
    expect(writeFilter(among)).toBe('account:="a" budget:*');
  });

  it('another account takes the place of the one that a filter names', () => {
    expect(searchedIn('account:shop rent', 'all')).toBe('account:* rent');
    expect(searchedIn('account:* "account:shop" rent', { whole: 'Shop' })).toBe('account:="Shop" "account:shop" rent');
    expect(searchedIn('rent account:*', null)).toBe('rent');
  });

  it('[S66g] finds a split by the categories of its lines, and counts only the lines in them', () => {
    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
    const line = (n: number, category: string, cents: number) => ({ id: id(n), category, cents, note: '' });
    const lines = [line(1, 'Food', 2000), line(2, 'Home', 1800), line(3, 'Food', 1200)];
    const split: TransactionRow = { ...row, category: 'Split', lines };
    const food = parseFilter('category:food').tokens;
    expect(tokenTest(food, TODAY)({ row: split, key: '' })).toBe(true);
    expect(has('category:rent', split)).toBe(false);
    expect(sumOfParts(split, countedParts(split).filter(categoryTest(food)))).toBe(-3200);
    expect(sumOfParts(split, countedParts(split).filter(categoryTest([])))).toBe(-5000);
  });
});
