import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { countedParts } from '../money/lines.ts';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '../rows.ts';
import { categoryTest, filterTokens, parseFilter, sumOfParts, tokenTest } from './filter.ts';
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
const has = (typed: string, other: Partial<TransactionRow> = {}) =>
  tokenTest(parseFilter(typed).tokens)({ ...row, ...other });

describe('a filter', () => {
  it('plain text is one string, with its spaces and without regard to case', () => {
    expect(parseFilter(' Corner  Shop ')).toEqual({ text: parseFilter('corner  shop').text, tokens: [] });
    expect(parseFilter('a:b > # 2026 x@y.org').tokens).toEqual([]);
    expect(parseFilter('a:b > # 2026 x@y.org').text).toBe('a:b > # 2026 x@y.org');
  });

  it('a token is found before, within and after the text, which is then searched without it', () => {
    expect(parseFilter('corner >50 shop')).toEqual({ text: 'corner shop', tokens: [{ kind: 'above', cents: 5000 }] });
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
    expect(parseFilter('status:paid')).toEqual({ text: 'status:paid', tokens: [] });
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
    expect(parseFilter('">50" "@ben" "2026-10"')).toEqual({ text: '>50 @ben 2026-10', tokens: [] });
    expect(parseFilter('"category:food"')).toEqual({ text: 'category:food', tokens: [] });
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
        expect(parseFilter(typed).text).toBe('');
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
    expect(tokenTest(food)(split)).toBe(true);
    expect(tokenTest(parseFilter('category:rent').tokens)(split)).toBe(false);
    expect(sumOfParts(split, countedParts(split).filter(categoryTest(food)))).toBe(-3200);
    expect(sumOfParts(split, countedParts(split).filter(categoryTest([])))).toBe(-5000);
  });
});
