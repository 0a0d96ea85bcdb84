import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { RhythmText } from '../rows.ts';
import { longestInterval, type RhythmInput } from './check-rhythm.ts';
import { checkSchedule, type ScheduleInput } from './check-schedule.ts';

const EVERY_MONTH: RhythmInput = {
  every: 'month',
  interval: '1',
  weekdays: [],
  monthly: 'day',
  day: '31',
  nth: 'last',
  weekday: 5,
  workday: 'first',
  month: 2,
};
const RENT: ScheduleInput = {
  accountId: 'home',
  type: 'expense',
  amount: '450*2',
  description: ' Rent ',
  category: 'Home',
  rhythm: EVERY_MONTH,
  weekend: 'before',
  startDate: '2026-01-31',
  ends: 'never',
  endDate: '',
  count: '',
  mode: 'add',
  amountMatch: 'near',
};

const check = (given: Partial<ScheduleInput> = {}, rhythm: Partial<RhythmInput> = {}) =>
  checkSchedule({ ...RENT, ...given, rhythm: { ...EVERY_MONTH, ...rhythm } });
const errorsOf = (given: Partial<ScheduleInput>, rhythm: Partial<RhythmInput> = {}) => {
  const checked = check(given, rhythm);
  return checked.ok ? {} : checked.errors;
};
const rhythmOf = (rhythm: Partial<RhythmInput>) => {
  const checked = check({}, rhythm);
  return checked.ok ? checked.fields.rhythm : checked.errors;
};

test('a schedule as entered becomes the fields of a row', () => {
  expect(check()).toEqual({
    ok: true,
    fields: {
      accountId: 'home',
      type: 'expense',
      amount: 90_000,
      refund: false,
      category: 'Home',
      lines: null,
      description: 'Rent',
      notes: '',
      rhythm: 'month 1 on 31',
      weekend: 'before',
      startDate: '2026-01-31',
      endDate: null,
      count: null,
      mode: 'add',
      amountMatch: 'near',
    },
  });
});

test('a refund and the lines of a split are part of it', () => {
  const line = (id: string) => ({ id, category: 'Home', amount: '450', note: '' });
  expect(check({ refund: true })).toMatchObject({ fields: { refund: true } });
  expect(check({ lines: [line('1'), line('2')] })).toMatchObject({ fields: { category: 'Split', lines: [{}, {}] } });
});

describe('a rhythm', () => {
  test('is written from the parts of its kind, and the other parts may hold anything', () => {
    expect(rhythmOf({ every: 'day', interval: ' 3 ', day: 'x' })).toBe('day 3');
    expect(rhythmOf({ every: 'week', interval: '٢', weekdays: [4, 1, 4], day: '' })).toBe('week 2 1,4');
    expect(rhythmOf({ monthly: 'nth', day: '' })).toBe('month 1 nth last 5');
    expect(rhythmOf({ monthly: 'workday', day: '' })).toBe('month 1 workday first');
    expect(rhythmOf({ every: 'year', day: '29' })).toBe('year 1 on 02-29');
  });

  test.each([
    [{ interval: '' }, { interval: 'not_an_interval' }],
    [{ interval: '0' }, { interval: 'not_an_interval' }],
    [{ interval: '1.5' }, { interval: 'not_an_interval' }],
    [{ interval: '-1' }, { interval: 'not_an_interval' }],
    [{ interval: '100' }, { interval: 'not_an_interval' }],
    [{ every: 'day' as const, interval: '1000' }, { interval: 'not_an_interval' }],
    [
      { every: 'week' as const, interval: 'x' },
      { interval: 'not_an_interval', weekdays: 'no_weekday' },
    ],
    [{ day: '32' }, { day: 'not_a_day' }],
    [{ day: '' }, { day: 'not_a_day' }],
    [{ every: 'year' as const, day: '30' }, { day: 'not_a_day' }],
  ])('cannot be %j', (rhythm, errors) => {
    expect(errorsOf({}, rhythm)).toEqual(errors);
  });

  test('takes the largest intervals that a row may have', () => {
    const kinds = ['day', 'week', 'month', 'year'] as const;
    const texts = kinds.map((every) =>
      rhythmOf({ every, interval: `${longestInterval(every)}`, weekdays: [1], day: '28' }),
    );
    expect(texts).toEqual(['day 999', 'week 99 1', 'month 99 on 28', 'year 99 on 02-28']);
  });
});

describe('an end', () => {
  test('is a date or a count, and what is not chosen does not count', () => {
    const given = { endDate: '2026-12-31', count: '12' };
    expect(check({ ...given, ends: 'date' })).toMatchObject({ fields: { endDate: '2026-12-31', count: null } });
    expect(check({ ...given, ends: 'count' })).toMatchObject({ fields: { endDate: null, count: 12 } });
    expect(check({ ...given, ends: 'never' })).toMatchObject({ fields: { endDate: null, count: null } });
    expect(check({ endDate: 'x', count: 'x' })).toMatchObject({ ok: true });
  });

  test('cannot be before the start', () => {
    expect(errorsOf({ ends: 'date', endDate: '2026-01-30' })).toEqual({ endDate: 'before_start' });
    expect(check({ ends: 'date', endDate: '2026-01-31' })).toMatchObject({ ok: true });
  });

  test('cannot be before the first occurrence', () => {
    const late = { ends: 'date' as const, startDate: '2026-02-01' };
    expect(errorsOf({ ...late, endDate: '2026-02-27' })).toEqual({ endDate: 'never_occurs' });
    expect(check({ ...late, endDate: '2026-02-28' })).toMatchObject({ ok: true });
  });

  test.each(['0', '10001', '2.5', '-3', 'ten'])('cannot be the count “%s”', (count) => {
    expect(errorsOf({ ends: 'count', count })).toEqual({ count: 'not_a_count' });
  });

  test('needs its date or its count', () => {
    expect(errorsOf({ ends: 'count', count: ' ' })).toEqual({ count: 'empty' });
    expect(errorsOf({ ends: 'date' })).toEqual({ endDate: 'empty' });
    expect(errorsOf({ ends: 'date', endDate: '2026-02-30' })).toEqual({ endDate: 'not_a_date' });
    expect(check({ ends: 'count', count: '10000' })).toMatchObject({ ok: true });
  });
});

test('a start must be a date, and is named as the start', () => {
  expect(errorsOf({ startDate: '' })).toEqual({ startDate: 'empty' });
  expect(errorsOf({ startDate: '2026-02-29' })).toEqual({ startDate: 'not_a_date' });
  const end = { ends: 'date' as const, endDate: '2026-01-01' };
  expect(errorsOf({ startDate: 'soon', ...end })).toEqual({ startDate: 'not_a_date' });
});

test('a rule that would first occur after the calendar ends never occurs', () => {
  expect(errorsOf({ startDate: '9999-12-31' }, { every: 'year', day: '1' })).toEqual({ form: 'never_occurs' });
});

test('all that is wrong is said at once', () => {
  const given = { amount: '', description: '', ends: 'count' as const, count: 'x', startDate: 'x' };
  expect(errorsOf(given, { interval: '' })).toEqual({
    amount: 'empty',
    description: 'empty',
    count: 'not_a_count',
    startDate: 'not_a_date',
    interval: 'not_an_interval',
  });
});

test('whatever is entered, what is taken is a rhythm that a row may have', () => {
  const text = fc.oneof(fc.constantFrom('1', '2', '31', '99', '0', ''), fc.string({ maxLength: 4 }));
  const rhythms = fc.record({
    every: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'year' as const),
    interval: text,
    weekdays: fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 9 }),
    monthly: fc.constantFrom('day' as const, 'nth' as const, 'workday' as const),
    day: text,
    month: fc.integer({ min: 1, max: 12 }),
  });
  let taken = 0;
  fc.assert(
    fc.property(rhythms, (rhythm) => {
      const checked = check({}, rhythm);
      taken += checked.ok ? 1 : 0;
      expect(!checked.ok || v.is(RhythmText, checked.fields.rhythm)).toBe(true);
    }),
    { numRuns: 500 },
  );
  expect(taken).toBeGreaterThan(50);
});
