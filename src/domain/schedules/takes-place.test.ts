import { expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { later } from './calendar-oracle.fixture.ts';
import { parseRhythm } from './rhythm.ts';
import { type Due, type Entry, type Expected, entryFor, isNear, occurrenceFor, windowOf } from './takes-place.ts';

const RENT: Expected = {
  rhythm: 'month 1 on 15',
  type: 'expense',
  amount: 1000,
  description: 'Rent',
  amountMatch: 'exact',
};
const MIDDLE = { nominal: '2026-03-15', date: '2026-03-16' };

const entry = (id: string, given: Partial<Entry> = {}) => ({
  id,
  date: MIDDLE.date,
  type: 'expense' as const,
  amount: 1000,
  description: 'Rent',
  ...given,
});
const chosen = (entries: readonly ReturnType<typeof entry>[], given: Partial<Expected> = {}) =>
  entryFor({ ...RENT, ...given }, MIDDLE, entries)?.id ?? null;
const due = (id: string, date: string, given: Partial<Expected> = {}): Due => ({
  schedule: { ...RENT, id, ...given },
  occurrence: { nominal: date, date },
});
const chosenDue = (some: readonly Due[], given: Partial<Entry> = {}) => {
  const found = occurrenceFor(entry('row', given), some);
  return found && `${found.schedule.id} ${found.occurrence.date}`;
};

test.each([
  ['day 1', 0],
  ['day 3', 1],
  ['day 90', 5],
  ['week 1 2', 3],
  ['week 2 2', 5],
  ['week 1 1,4', 1],
  ['week 1 1,7', 0],
  ['week 3 1,6', 2],
  ['month 1 on 31', 5],
  ['year 1 on 02-29', 5],
])('the window of `%s` has %i days', (text, days) => {
  expect(windowOf(parseRhythm(text))).toBe(days);
});

test('an entry in the window takes the place, one beside it does not', () => {
  expect(chosen([entry('a', { date: '2026-03-21' })])).toBe('a');
  expect(chosen([entry('a', { date: '2026-03-11' })])).toBe('a');
  expect(chosen([entry('a', { date: '2026-03-22' }), entry('b', { date: '2026-03-10' })])).toBe(null);
  expect(chosen([entry('a', { date: '2026-03-17' })], { rhythm: 'day 1' })).toBe(null);
  expect(chosen([entry('a')], { rhythm: 'day 1' })).toBe('a');
  expect(chosen([])).toBe(null);
});

test('an entry of the other type never takes the place', () => {
  expect(chosen([entry('a', { type: 'income' })], { amountMatch: 'any' })).toBe(null);
});

test('the schedule says which amounts fit', () => {
  const fits = (amount: number, amountMatch: Expected['amountMatch']) =>
    chosen([entry('a', { amount })], { amountMatch });
  expect([fits(1000, 'exact'), fits(1001, 'exact')]).toEqual(['a', null]);
  expect([900, 1100, 899, 1101].map((amount) => fits(amount, 'near'))).toEqual(['a', 'a', null, null]);
  expect(fits(1, 'any')).toBe('a');
});

test('a tenth is of the amount that is expected, to the cent', () => {
  expect([isNear(11, 10), isNear(12, 10), isNear(9, 10), isNear(9, 9), isNear(10, 9)]).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
});

test('the nearest date wins, then the exact amount, then the same description', () => {
  const any = { amountMatch: 'any' as const };
  const far = entry('a', { date: '2026-03-17' });
  const other = entry('b', { amount: 999 });
  const named = entry('c', { description: 'Landlord' });
  const same = entry('d', { description: ' RÉNT ' });
  expect(chosen([far, other], any)).toBe('b');
  expect(chosen([far, other, named], any)).toBe('c');
  expect(chosen([far, other, named, same], any)).toBe('d');
});

test('of equal entries the earlier one wins, then the smaller id', () => {
  const before = entry('z', { date: '2026-03-15' });
  const after = entry('a', { date: '2026-03-17' });
  expect(chosen([after, before])).toBe('z');
  expect(chosen([entry('b'), entry('a'), entry('c')])).toBe('a');
});

test('a row of a file takes the place of the best occurrence of all schedules', () => {
  const some = [
    due('rent', '2026-03-16'),
    due('rent', '2026-04-16'),
    due('gym', '2026-03-15', { amount: 900, amountMatch: 'near', description: 'Gym' }),
    due('pay', '2026-03-15', { type: 'income' }),
    due('coffee', '2026-03-14', { rhythm: 'day 1', amountMatch: 'any' }),
  ];
  expect(chosenDue(some)).toBe('rent 2026-03-16');
  expect(chosenDue(some, { date: '2026-03-15', amount: 950, description: 'gym' })).toBe('gym 2026-03-15');
  expect(chosenDue(some, { date: '2026-03-14', amount: 3 })).toBe('coffee 2026-03-14');
  expect(chosenDue(some, { date: '2026-04-02' })).toBe(null);
  expect(chosenDue([])).toBe(null);
});

test('of equal occurrences the earlier wins, then the smaller id of the schedule', () => {
  expect(chosenDue([due('a', '2026-03-17'), due('b', '2026-03-15')])).toBe('b 2026-03-15');
  expect(chosenDue([due('b', '2026-03-16'), due('a', '2026-03-16')])).toBe('a 2026-03-16');
});

test('the order in which entries come changes nothing, and what wins is one of the nearest that fit', () => {
  const given = fc.record({
    date: fc.integer({ min: -8, max: 8 }).map((days) => later(MIDDLE.date, days)),
    amount: fc.constantFrom(890, 950, 1000, 1100),
    type: fc.constantFrom('income' as const, 'expense' as const),
    description: fc.constantFrom('Rent', 'rent', 'Other'),
  });
  const lists = fc.array(given, { maxLength: 8 }).map((all) => all.map((one, at) => entry(`${at}`, one)));
  fc.assert(
    fc.property(lists, fc.constantFrom('exact' as const, 'near' as const, 'any' as const), (entries, amountMatch) => {
      const winner = chosen(entries, { amountMatch });
      expect(chosen(entries.toReversed(), { amountMatch })).toBe(winner);
      const fitting = entries.filter(({ date, amount, type }) => {
        const least = { exact: 1000, near: 900, any: 0 }[amountMatch];
        const inWindow = later(MIDDLE.date, -5) <= date && date <= later(MIDDLE.date, 5);
        return type === 'expense' && inWindow && amount >= least && amount <= 2000 - least;
      });
      const days = (date: string) => Math.abs(Date.parse(date) - Date.parse(MIDDLE.date));
      const nearest = Math.min(...fitting.map(({ date }) => days(date)));
      const nearestIds = fitting.filter(({ date }) => days(date) === nearest).map(({ id }) => id);
      expect([...nearestIds, ...(fitting.length === 0 ? [null] : [])]).toContain(winner);
    }),
  );
});
