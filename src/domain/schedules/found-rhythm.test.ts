import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { RhythmText, type TransactionRow } from '../rows.ts';
import { later } from './calendar-oracle.fixture.ts';
import { foundRhythms } from './found-rhythm.ts';
import { occurrencesOf } from './occurrences.ts';

type Given = Parameters<typeof foundRhythms>[0][number];

let made = 0;
const row = (date: string, given: Partial<TransactionRow> = {}): Given => {
  made += 1;
  const fields = { type: 'expense', amount: 1000, description: 'Rent', category: 'Home' } as const;
  return { id: `${date} ${made}`, date, nature: 'regular', refund: false, budgetId: null, ...fields, ...given };
};
const on = (dates: readonly string[], given: Partial<TransactionRow> = {}) => dates.map((date) => row(date, given));
const found = (rows: readonly Given[], today: string) =>
  foundRhythms(rows, today).map(
    ({ rhythm, weekend, rowIds, next }) => `${rhythm} ${weekend} ${rowIds.length} ${next.date}`,
  );

describe('a rhythm is found', () => {
  test.each([
    ['weekly', ['2026-03-06', '2026-03-13', '2026-03-20'], '2026-03-21', 'week 1 5 as_is 3 2026-03-27'],
    ['every two weeks', ['2026-03-06', '2026-03-20', '2026-04-03'], '2026-04-05', 'week 2 5 as_is 3 2026-04-17'],
    ['on a day', ['2026-03-10', '2026-04-10', '2026-05-10'], '2026-05-11', 'month 1 on 10 as_is 3 2026-06-10'],
    ['at the end', ['2024-01-31', '2024-02-29', '2024-03-31'], '2024-04-01', 'month 1 on 31 as_is 3 2024-04-30'],
    ['on the 30th', ['2023-12-30', '2024-01-30', '2024-02-29'], '2024-03-01', 'month 1 on 30 as_is 3 2024-03-30'],
    ['before weekends', ['2026-01-30', '2026-02-27', '2026-03-31'], '2026-04-01', 'month 1 on 31 before 3 2026-04-30'],
    ['after weekends', ['2026-02-02', '2026-03-02', '2026-04-01'], '2026-04-02', 'month 1 on 1 after 3 2026-05-01'],
    [
      'after a long weekend',
      ['2026-06-01', '2026-07-01', '2026-08-04'],
      '2026-08-05',
      'month 1 on 1 after 3 2026-09-01',
    ],
    [
      'from the month before',
      ['2026-10-01', '2026-10-30', '2026-12-01'],
      '2026-12-02',
      'month 1 on 1 before 3 2027-01-01',
    ],
    ['quarterly', ['2026-01-15', '2026-04-15', '2026-07-15'], '2026-08-01', 'month 3 on 15 as_is 3 2026-10-15'],
    ['yearly', ['2024-02-29', '2025-02-28', '2026-02-28'], '2026-03-01', 'year 1 on 02-29 as_is 3 2027-02-28'],
  ])('%s', (_, dates, today, expected) => {
    expect(found(on(dates), today)).toEqual([expected]);
  });

  test('with the fields of the newest row, whatever the order of the rows and the case of the payee', () => {
    const rows = [
      row('2026-03-10', { id: 'b', description: 'ELECTRICITÉ', amount: 1050, category: 'Old' }),
      row('2026-04-10', { id: 'c', description: ' Electricité ', amount: 1000, category: 'Power' }),
      row('2026-02-10', { id: 'a', description: 'electricite', amount: 950 }),
    ];
    expect(foundRhythms(rows, '2026-04-11')).toEqual([
      {
        payee: ' Electricité ',
        type: 'expense',
        amount: 1000,
        category: 'Power',
        rowIds: ['c', 'b', 'a'],
        rhythm: 'month 1 on 10',
        weekend: 'as_is',
        next: { nominal: '2026-05-10', date: '2026-05-10' },
      },
    ]);
  });

  test('after another amount in the same rhythm, and after a pause', () => {
    const raised = [
      ...on(['2026-01-10', '2026-02-10'], { amount: 500 }),
      ...on(['2026-03-10', '2026-04-10', '2026-05-10']),
    ];
    expect(found(raised, '2026-05-11')).toEqual(['month 1 on 10 as_is 3 2026-06-10']);
    const paused = on(['2026-01-02', '2026-03-10', '2026-04-10', '2026-05-10']);
    expect(found(paused, '2026-05-11')).toEqual(['month 1 on 10 as_is 3 2026-06-10']);
  });

  test('after rows out of rhythm, once it held six times', () => {
    const months = ['2026-03-10', '2026-04-10', '2026-05-10', '2026-06-10', '2026-07-10'];
    expect(found(on(['2026-02-20', ...months]), '2026-07-11')).toEqual([]);
    expect(found(on(['2026-02-20', ...months, '2026-08-10']), '2026-08-11')).toEqual([
      'month 1 on 10 as_is 6 2026-09-10',
    ]);
  });

  test('of each payee, the next one first', () => {
    const rows = [
      ...on(['2026-03-10', '2026-04-10', '2026-05-10'], { description: 'A late one' }),
      ...on(['2026-03-02', '2026-04-02', '2026-05-02'], { description: 'B early' }),
      ...on(['2026-03-02', '2026-04-02', '2026-05-02'], { description: 'B early', type: 'income' }),
    ];
    const offered = foundRhythms(rows, '2026-05-11').map(({ payee, type }) => `${payee} ${type}`);
    expect(offered).toEqual(['B early expense', 'B early income', 'A late one expense']);
  });

  test('in the rows of the last five years', () => {
    const dates = Array.from(
      { length: 100 },
      (_, at) => `${2020 + Math.floor(at / 12)}-${at % 12 < 9 ? 0 : ''}${(at % 12) + 1}-10`,
    );
    expect(found(on(dates), '2028-04-11')).toEqual(['month 1 on 10 as_is 61 2028-05-10']);
  });

  test('and its next date is never before today', () => {
    const rows = on(['2026-03-10', '2026-04-10', '2026-05-10']);
    expect(found(rows, '2026-06-10')).toEqual(['month 1 on 10 as_is 3 2026-06-10']);
    expect(found(rows, '2026-06-11')).toEqual(['month 1 on 10 as_is 3 2026-07-10']);
    expect(found(rows, '2026-04-30')).toEqual(['month 1 on 10 as_is 3 2026-06-10']);
  });

  test('and its next occurrence has the day from which intervals count', () => {
    const quarters = on(['2026-01-30', '2026-05-01', '2026-07-31']);
    const [offered] = foundRhythms(quarters, '2026-08-01');
    expect(offered).toMatchObject({ rhythm: 'month 3 on 1', weekend: 'before', next: { nominal: '2026-11-01' } });
    expect(offered?.next.date).toBe('2026-10-30');
  });
});

describe('no rhythm is offered', () => {
  const months = ['2026-03-10', '2026-04-10', '2026-05-10'];
  test.each([
    ['for two times', on(months.slice(1))],
    ['for groceries on changing weekdays', on(['2026-04-24', '2026-05-02', '2026-05-08', '2026-05-15'])],
    [
      'for groceries of changing amounts',
      [2000, 1300, 4100, 900].map((amount, at) => row(later('2026-04-17', 7 * at), { amount })),
    ],
    ['for changing days of the month', on(['2026-02-12', '2026-03-10', '2026-04-14', '2026-05-11'])],
    ['for two rents on one day', on([...months, ...months])],
    ['for two rents on days of one month', on(['2026-03-01', '2026-03-15', '2026-04-01', '2026-04-15', '2026-05-01'])],
    [
      'for two rents of different amounts',
      [...on(months), ...on(['2026-03-11', '2026-04-11', '2026-05-11'], { amount: 5000 })],
    ],
    ['for amounts more than a tenth apart', [row(months[0] ?? '', { amount: 1101 }), ...on(months.slice(1))]],
    ['for transfers', on(months, { nature: 'transfer' })],
    ['for refunds', on(months, { refund: true })],
    ['for contributions', on(months, { budgetId: 'budget' })],
    ['for rows without a description', on(months, { description: ' ' })],
    ['for weekends that move now forward, now back', on(['2026-02-13', '2026-03-16', '2026-04-15'])],
    ['for a Saturday that becomes a Sunday', on(['2026-02-15', '2026-03-15', '2026-04-14'])],
    ['for three times after another amount out of rhythm', [row('2026-02-20', { amount: 5000 }), ...on(months)]],
  ])('%s', (_, rows) => {
    expect(found(rows, '2026-05-16')).toEqual([]);
  });

  test('for the 1st and 15th, which look like every two weeks in February', () => {
    const rents = ['2026-01-01', '2026-01-15', '2026-02-01', '2026-02-15', '2026-03-01', '2026-03-15'];
    expect(found(on(rents), '2026-03-16')).toEqual([]);
  });

  test.each([
    [['2026-03-06', '2026-03-13', '2026-03-20'], '2026-03-30', '2026-03-31'],
    [['2026-03-10', '2026-04-10', '2026-05-10'], '2026-06-24', '2026-06-25'],
    [['2024-05-10', '2025-05-10', '2026-05-10'], '2027-11-08', '2027-11-09'],
  ])('for %s after one and a half intervals', (dates, lastDay, tooLate) => {
    expect(found(on(dates), lastDay)).toHaveLength(1);
    expect(found(on(dates), tooLate)).toEqual([]);
  });
});

test('what a schedule would have made is found as a schedule that makes the same', () => {
  const rhythms = fc.oneof(
    fc.tuple(fc.constantFrom(1, 2), fc.integer({ min: 1, max: 7 })).map(([n, day]) => `week ${n} ${day}`),
    fc.tuple(fc.constantFrom(1, 3), fc.integer({ min: 1, max: 31 })).map(([n, day]) => `month ${n} on ${day}`),
  );
  const weekends = fc.constantFrom('before' as const, 'after' as const, 'as_is' as const);
  const starts = fc.integer({ min: 0, max: 3000 }).map((days) => later('2019-01-01', days));
  fc.assert(
    fc.property(rhythms, weekends, starts, (rhythm, weekend, startDate) => {
      // A weekday that is a weekend always moves, so its days are those of another weekday.
      const isOther = rhythm.startsWith('week') && weekend !== 'as_is';
      const timing = { rhythm, weekend: isOther ? ('as_is' as const) : weekend, startDate, endDate: null, count: null };
      const all = occurrencesOf(timing, { from: startDate, to: later(startDate, 1500) });
      const [known, [following]] = [all.slice(0, 14), all.slice(14)];
      const dates = known.map(({ date }) => date);
      const [offered] = foundRhythms(on(dates), dates.at(-1) ?? '');
      expect(offered?.rowIds).toHaveLength(14);
      expect(v.is(RhythmText, offered?.rhythm)).toBe(true);
      expect(offered?.next.date).toBe(following?.date);
    }),
    { numRuns: 300 },
  );
});
