import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { formatDate, formatDay, formatWeekdayAndDate, isDate, shiftDays, shiftMonths } from './dates.ts';
import { type PartOrder, readDate } from './written-date.ts';

const TODAY = '2026-11-22';
const AMERICAN: PartOrder = ['month', 'day', 'year'];
const BRITISH: PartOrder = ['day', 'month', 'year'];
const JAPANESE: PartOrder = ['year', 'month', 'day'];
const read = (text: string, { today = TODAY, order = AMERICAN } = {}) => readDate(text, today, order);

/** From 1950 to 2045, so that two digits name the year. */
const date = fc.integer({ min: 0, max: 35_000 }).map((days) => shiftDays('1950-01-01', days));
const recent = fc.integer({ min: 0, max: 7300 }).map((days) => shiftDays('2020-01-01', days));
const partsOf = (day: string) => day.split('-').map(Number);

describe('a typed date', () => {
  it('a day alone is the latest such day that is not after today', () => {
    expect([read('3'), read('22'), read('23'), read('31'), read('3.')]).toEqual([
      '2026-11-03',
      '2026-11-22',
      '2026-10-23',
      '2026-10-31',
      '2026-11-03',
    ]);
    expect(read('31', { today: '2026-03-30' })).toBe('2026-01-31');
    expect([read('0'), read('32'), read('300')]).toEqual([null, null, null]);
  });

  it('a day alone is what counting back from today finds', () => {
    fc.assert(
      fc.property(recent, fc.integer({ min: 1, max: 31 }), (today, day) => {
        let found = today;
        while (Number(found.slice(8)) !== day) found = shiftDays(found, -1);
        expect(read(String(day), { today })).toBe(found);
      }),
    );
  });

  it('points stand after day and month in this order, in every country', () => {
    for (const order of [AMERICAN, BRITISH, JAPANESE]) {
      expect([read('3.11', { order }), read('03.11.', { order }), read('3. 11.', { order })]).toEqual(
        Array(3).fill('2026-11-03'),
      );
    }
  });

  it('the browser’s locale says what is first around slashes and dashes', () => {
    expect([read('3/11'), read('3/11', { order: BRITISH }), read('3/11', { order: JAPANESE })]).toEqual([
      '2026-03-11',
      '2026-11-03',
      '2026-03-11',
    ]);
    expect([read('3-11'), read('11/3/25'), read('3/11/25', { order: BRITISH })]).toEqual([
      '2026-03-11',
      '2025-11-03',
      '2025-11-03',
    ]);
    expect([read('25/11/3', { order: JAPANESE }), read('3/11/2025', { order: JAPANESE })]).toEqual([
      '2025-11-03',
      '2025-03-11',
    ]);
  });

  it('without a year it is the latest such date that is at most three months ahead', () => {
    expect([read('28.12', { today: '2026-01-05' }), read('5.1', { today: '2026-12-20' })]).toEqual([
      '2025-12-28',
      '2027-01-05',
    ]);
    expect([read('29.2'), read('30.2'), read('1.13')]).toEqual(['2024-02-29', null, null]);
    fc.assert(
      fc.property(recent, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (today, month, day) => {
        let found = shiftMonths(today, 3);
        while (Number(found.slice(5, 7)) !== month || Number(found.slice(8)) !== day) found = shiftDays(found, -1);
        expect(read(`${day}.${month}`, { today })).toBe(found);
      }),
    );
  });

  it('any date is read in the usual spellings of its year', () => {
    fc.assert(
      fc.property(date, (day) => {
        const [year = 0, month = 0, dayOfMonth = 0] = partsOf(day);
        const short = String(year % 100).padStart(2, '0');
        const texts = [
          day,
          `${year}/${month}/${dayOfMonth}`,
          `${year}.${month}.${dayOfMonth}`,
          `${dayOfMonth}.${month}.${year}`,
        ];
        texts.push(`${month}/${dayOfMonth}/${year}`, `${dayOfMonth}. ${month}. ${short}`);
        expect(texts.map((text) => read(text))).toEqual(Array(6).fill(day));
        expect(read(`${dayOfMonth}-${month}-${year}`, { order: BRITISH })).toBe(day);
      }),
    );
  });

  it('a month by its name, as the app writes dates, stands before or behind the day', () => {
    const spelled = [
      'Nov 1, 2025',
      '1 Nov 2025',
      'November 1, 2025',
      '1. november 2025',
      'NOV 1 2025',
      '01-Nov-2025',
      'Sat, Nov 1, 2025',
      'Saturday, November 1, 2025',
      'Nov. 1st, 2025',
      '1 Nov 25',
    ];
    for (const order of [AMERICAN, BRITISH, JAPANESE])
      expect(spelled.map((text) => [text, read(text, { order })])).toEqual(spelled.map((text) => [text, '2025-11-01']));
    expect([read('Nov 1'), read('1 nov'), read('Sept 3'), read('May 3')]).toEqual([
      '2026-11-01',
      '2026-11-01',
      '2026-09-03',
      '2026-05-03',
    ]);
  });

  it('every date is read as the app writes it', () => {
    fc.assert(
      fc.property(date, (day) => {
        const written = [formatDate(day), formatWeekdayAndDate(day), formatDay(day)];
        expect(written.map((text) => read(text))).toEqual([day, day, day]);
      }),
    );
  });

  it('a word that names no month, and a day that the month does not have, are no date', () => {
    for (const text of ['Nov', 'No 1, 2025', 'Foo 1, 2025', 'Nov 31, 2025', 'Nov 0', 'Nov 1, 202', '1 Nov 1'])
      expect(read(text), text).toBeNull();
    for (const text of ['Foo, Nov 1, 2025', 'Nov 1, 2025 or so', 'Nov 1 Nov', '2025 1 Nov', 'Nov 2025', 'M 3, 2025'])
      expect(read(text), text).toBeNull();
  });

  it('two digits are a year up to twenty years ahead, or of the century before', () => {
    expect([read('1.2.46'), read('1.2.47')]).toEqual(['2046-02-01', '1947-02-01']);
  });

  it('+1 is tomorrow and -1 yesterday, with any minus, and so are their names', () => {
    expect([read('+1'), read('tomorrow'), read('-1'), read('−1'), read('Yesterday')]).toEqual([
      '2026-11-23',
      '2026-11-23',
      '2026-11-21',
      '2026-11-21',
      '2026-11-21',
    ]);
    expect([read('today'), read('t'), read(' Today '), read('+10'), read('-30')]).toEqual([
      TODAY,
      TODAY,
      TODAY,
      '2026-12-02',
      '2026-10-23',
    ]);
  });

  it('Arabic and Devanagari digits are digits', () => {
    expect([read('٣.١١'), read('३.११.२०२५')]).toEqual(['2026-11-03', '2025-11-03']);
  });

  it('any other text is no date, and what is read is a date of the calendar', () => {
    for (const text of [
      '',
      '.',
      '-',
      '+',
      '3.',
      'soon',
      '1.2.3',
      '1.2.345',
      '2026-02-30',
      '20.2026',
      '3..11',
      '1/2-3',
    ]) {
      const found = read(text);
      expect(found, text).toBe(text === '3.' ? '2026-11-03' : null);
    }
    const characters = fc.constantFrom(...'0123456789./-+ t');
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 11 }), recent, (typed, today) => {
        const found = read(typed.join(''), { today });
        expect(found === null || isDate(found)).toBe(true);
      }),
    );
  });
});
