import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { later, walk } from './calendar-oracle.fixture.ts';
import { isOver, nextOccurrences, occurrencesOf, type Timing } from './occurrences.ts';
import { type RandomTiming, timings } from './random-timings.fixture.ts';
import { writeRhythm } from './rhythm.ts';

const start: Timing = {
  rhythm: 'month 1 on 31',
  weekend: 'as_is',
  startDate: '2026-01-31',
  endDate: null,
  count: null,
};
const ALL = { from: '1900-01-01', to: '2999-12-31' };

const datesOf = (timing: Partial<Timing>, from: string, to: string) =>
  occurrencesOf({ ...start, ...timing }, { from, to }).map(({ date }) => date);
const nextOf = (timing: Partial<Timing>, from: string, howMany: number) =>
  nextOccurrences({ ...start, ...timing }, from, howMany).map(({ date }) => date);

/** What the product and the oracle are asked, made of a random case. */
function asked({ rhythm, end, later: days, days: length, ...rest }: RandomTiming) {
  const endDate = end === null ? null : later(rest.startDate, end);
  const from = later(rest.startDate, days);
  const timing = { ...rest, rhythm: writeRhythm(rhythm), endDate };
  return { ofOracle: { ...rest, rhythm, endDate }, timing, from, to: later(from, length) };
}

test('the 31st is the last day of a shorter month, and the 31st again after it', () => {
  expect(nextOf({}, '2026-01-01', 4)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
  expect(nextOf({}, '2028-02-01', 2)).toEqual(['2028-02-29', '2028-03-31']);
});

test('February 29 is the 28th in most years', () => {
  const yearly = { rhythm: 'year 1 on 02-29', startDate: '2096-02-29' };
  expect(nextOf(yearly, '2098-01-01', 4)).toEqual(['2098-02-28', '2099-02-28', '2100-02-28', '2101-02-28']);
  expect(nextOf(yearly, '2096-01-01', 1)).toEqual(['2096-02-29']);
});

test('every second week counts from the week of the start, which begins on Monday', () => {
  const weekly = { rhythm: 'week 2 1,7', startDate: '2026-03-04' };
  expect(nextOf(weekly, '2026-01-01', 4)).toEqual(['2026-03-08', '2026-03-16', '2026-03-22', '2026-03-30']);
});

test('a start on a later day than that of the rhythm leaves the first month out', () => {
  expect(nextOf({ rhythm: 'month 2 on 5', startDate: '2026-03-10' }, '2026-01-01', 2)).toEqual([
    '2026-05-05',
    '2026-07-05',
  ]);
});

test('workdays and weekdays of a month are found, the last ones too', () => {
  const from = '2026-05-01';
  const startDate = from;
  expect(nextOf({ startDate, rhythm: 'month 1 workday first' }, from, 3)).toEqual([from, '2026-06-01', '2026-07-01']);
  expect(nextOf({ startDate, rhythm: 'month 1 workday last' }, from, 2)).toEqual(['2026-05-29', '2026-06-30']);
  expect(nextOf({ startDate, rhythm: 'month 1 nth last 5' }, from, 2)).toEqual(['2026-05-29', '2026-06-26']);
  expect(nextOf({ startDate, rhythm: 'month 1 nth 4 1' }, from, 2)).toEqual(['2026-05-25', '2026-06-22']);
});

test('a weekend moves the date and leaves the day of the rhythm', () => {
  const saturday = { ...start, rhythm: 'month 1 on 31', startDate: '2026-01-31' };
  const first = (weekend: Timing['weekend']) => nextOccurrences({ ...saturday, weekend }, '2026-01-01', 1);
  expect(first('before')).toEqual([{ nominal: '2026-01-31', date: '2026-01-30' }]);
  expect(first('after')).toEqual([{ nominal: '2026-01-31', date: '2026-02-02' }]);
  expect(first('as_is')).toEqual([{ nominal: '2026-01-31', date: '2026-01-31' }]);
});

test('a moved date may be before the start, after the end, or in another month, and only its own period has it', () => {
  const endDate = '2026-01-31';
  expect(datesOf({ weekend: 'before', endDate }, '2026-01-01', '2026-01-30')).toEqual(['2026-01-30']);
  expect(datesOf({ weekend: 'after', endDate }, '2026-02-01', '2026-02-28')).toEqual(['2026-02-02']);
  expect(datesOf({ weekend: 'after', endDate }, '2026-01-31', '2026-02-01')).toEqual([]);
});

test('a daily schedule may come thrice on one Friday, each with its own day', () => {
  const daily = { ...start, rhythm: 'day 1', weekend: 'before' as const, startDate: '2026-01-30', count: 3 };
  expect(occurrencesOf(daily, ALL)).toEqual([
    { nominal: '2026-01-30', date: '2026-01-30' },
    { nominal: '2026-01-31', date: '2026-01-30' },
    { nominal: '2026-02-01', date: '2026-01-30' },
  ]);
});

test('the count goes from the start, wherever the period is', () => {
  expect(datesOf({ count: 3 }, '2026-03-01', '2030-01-01')).toEqual(['2026-03-31']);
  expect(datesOf({ rhythm: 'week 1 1,3,5', startDate: '2026-01-07', count: 4 }, '2026-01-01', '2027-01-01')).toEqual([
    '2026-01-07',
    '2026-01-09',
    '2026-01-12',
    '2026-01-14',
  ]);
});

test('an end before its start, and a period that ends before it begins, have no occurrence', () => {
  expect(occurrencesOf({ ...start, endDate: '2026-01-30' }, ALL)).toEqual([]);
  expect(datesOf({}, '2026-12-31', '2026-01-01')).toEqual([]);
});

test('a schedule is over after the date of its last occurrence', () => {
  const twice = { ...start, weekend: 'after' as const, startDate: '2026-01-31', count: 1 };
  expect(isOver(twice, '2026-02-01')).toBe(false);
  expect(isOver(twice, '2026-02-02')).toBe(true);
  expect(isOver(start, '2500-01-01')).toBe(false);
});

test('nothing occurs after the last year of four digits', () => {
  expect(nextOf({ rhythm: 'year 99 on 06-01', startDate: '2026-01-01' }, '9900-01-01', 5)).toEqual(['9946-06-01']);
  expect(isOver(start, '9999-12-31')).toBe(true);
});

test('occurrences are those that a walk from day to day finds', () => {
  let found = 0;
  fc.assert(
    fc.property(timings, (timing) => {
      const { ofOracle, timing: row, from, to } = asked(timing);
      const expected = walk(ofOracle, from, to);
      found += expected.length;
      expect(occurrencesOf(row, { from, to })).toEqual(expected);
      const inPeriod = nextOccurrences(row, from, 3).filter(({ date }) => date <= to);
      expect(inPeriod).toEqual(expected.slice(0, 3));
      expect(isOver(row, later(from, -1))).toBe(nextOccurrences(row, from, 1).length === 0);
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(1000);
});

test('the place of a schedule on earth changes no occurrence, not even where a day was skipped', () => {
  const cases = fc.sample(timings, 200).map(asked);
  const samoa = { ...start, rhythm: 'day 1', startDate: '2011-12-28', count: 5 };
  const input = JSON.stringify([{ timing: samoa, ...ALL }, ...cases]);
  const run = (zone: string) => {
    const program = fileURLToPath(new URL('zone.fixture.ts', import.meta.url));
    const options = { input, env: { ...process.env, TZ: zone }, encoding: 'utf8' } as const;
    return JSON.parse(execFileSync(process.execPath, [program], options));
  };
  const zones = ['UTC', 'America/Sao_Paulo', 'Pacific/Apia', 'Europe/Berlin', 'Asia/Kathmandu'];
  const runs = zones.map(run);
  expect(runs.map(({ offset }) => offset)).toEqual([0, 180, -780, -60, -345]);
  expect(runs.map(({ skipped }) => skipped)).toEqual([30, 30, 31, 30, 30]);
  const here = [{ timing: samoa, ...ALL }, ...cases].map(({ timing, from, to }) => [
    occurrencesOf(timing, { from, to }),
    nextOccurrences(timing, from, 3),
    isOver(timing, to),
  ]);
  for (const { answers } of runs) expect(answers).toEqual(here);
  expect(datesOf(samoa, ALL.from, ALL.to)).toEqual([
    '2011-12-28',
    '2011-12-29',
    '2011-12-30',
    '2011-12-31',
    '2012-01-01',
  ]);
});
