import { expect, test } from 'vitest';
import { parseRhythm } from '#domain/schedules/rhythm';
import { onWeekend, ordinal, rhythmInWords, rhythmWithWeekend } from './rhythm.ts';

test.each([
  ['day 1', 'Every day'],
  ['day 3', 'Every 3 days'],
  ['week 1 5', 'Every week on Friday'],
  ['week 2 1,4', 'Every 2 weeks on Monday and Thursday'],
  ['week 1 1,3,7', 'Every week on Monday, Wednesday and Sunday'],
  ['month 1 on 28', 'Every month on the 28th'],
  ['month 1 on 31', 'Every month on the 31st, or the last day'],
  ['month 3 on 1', 'Every 3 months on the 1st'],
  ['month 1 nth last 5', 'Every month on the last Friday'],
  ['month 1 nth 2 7', 'Every month on the second Sunday'],
  ['month 1 workday first', 'Every month on the first workday'],
  ['year 1 on 02-29', 'Every year on February 29'],
  ['year 2 on 12-05', 'Every 2 years on December 5'],
])('`%s` reads “%s”', (text, words) => {
  expect(rhythmInWords(parseRhythm(text))).toBe(words);
});

test('days have the endings that people say', () => {
  const days = [1, 2, 3, 4, 11, 12, 13, 20, 21, 22, 23, 30, 31];
  expect(days.map(ordinal).join(' ')).toBe('1st 2nd 3rd 4th 11th 12th 13th 20th 21st 22nd 23rd 30th 31st');
});

test('what a weekend changes is said, and nothing where it changes nothing', () => {
  const rhythm = parseRhythm('month 1 on 15');
  expect(rhythmWithWeekend(rhythm, 'before')).toBe('Every month on the 15th; on a weekend: the Friday before');
  expect(onWeekend('after')).toBe('on a weekend: the Monday after');
  expect(rhythmWithWeekend(rhythm, 'as_is')).toBe('Every month on the 15th');
});
