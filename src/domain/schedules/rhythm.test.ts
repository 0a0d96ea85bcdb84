import * as v from 'valibot';
import { expect, test } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { RhythmText } from '../rows.ts';
import { rhythms } from './random-timings.fixture.ts';
import { parseRhythm, type Rhythm, writeRhythm } from './rhythm.ts';

const EXAMPLES: readonly [string, Rhythm][] = [
  ['day 3', { every: 'day', interval: 3 }],
  ['day 999', { every: 'day', interval: 999 }],
  ['week 2 1,4', { every: 'week', interval: 2, weekdays: [1, 4] }],
  ['month 1 on 31', { every: 'month', interval: 1, on: { day: 31 } }],
  ['month 12 nth 2 7', { every: 'month', interval: 12, on: { nth: 2, weekday: 7 } }],
  ['month 1 nth last 5', { every: 'month', interval: 1, on: { nth: 'last', weekday: 5 } }],
  ['month 3 workday first', { every: 'month', interval: 3, on: { workday: 'first' } }],
  ['month 1 workday last', { every: 'month', interval: 1, on: { workday: 'last' } }],
  ['year 1 on 02-29', { every: 'year', interval: 1, month: 2, day: 29 }],
];

test.each(EXAMPLES)('a row keeps a rhythm as `%s`', (text, rhythm) => {
  expect(v.is(RhythmText, text)).toBe(true);
  expect(parseRhythm(text)).toEqual(rhythm);
  expect(writeRhythm(rhythm)).toBe(text);
});

test('weekdays are sorted, and each stands once', () => {
  expect(parseRhythm('week 1 5,1,5,3')).toEqual({ every: 'week', interval: 1, weekdays: [1, 3, 5] });
  expect(writeRhythm({ every: 'week', interval: 1, weekdays: [7, 2, 7] })).toBe('week 1 2,7');
});

test('each text that a row may have is read', () => {
  const pattern = RhythmText.pipe[1].requirement;
  fc.assert(
    fc.property(fc.stringMatching(pattern), (text) => {
      const rhythm = parseRhythm(text);
      expect(v.is(RhythmText, writeRhythm(rhythm))).toBe(true);
      expect(parseRhythm(writeRhythm(rhythm))).toEqual(rhythm);
      const isSame = rhythm.every === 'week' || writeRhythm(rhythm) === text;
      expect(isSame, text).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('each rhythm has a text that a row may have', () => {
  fc.assert(
    fc.property(rhythms, (rhythm) => {
      const text = writeRhythm(rhythm);
      expect(v.is(RhythmText, text), text).toBe(true);
      expect(parseRhythm(text)).toEqual(rhythm);
    }),
  );
});

test.each(['', 'hour 1', 'month 1 nth 5 1'])('a text that no row has is no rhythm: “%s”', (text) => {
  expect(() => parseRhythm(text)).toThrow('not the text of a rhythm');
});
