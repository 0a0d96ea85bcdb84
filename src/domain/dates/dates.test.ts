import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import {
  dateByKey,
  daysLeftInMonth,
  farAway,
  formatDate,
  formatDay,
  formatMoment,
  formatMonth,
  formatPeriod,
  formatWeekday,
  formatWeekdayAndDate,
  formatWeekdayOfYear,
  isDate,
  isWithin,
  lastMonthUntil,
  periodOfMonth,
  shiftDays,
  shiftMonths,
  today,
} from './dates.ts';

const date = fc
  .date({ min: new Date(Date.UTC(1901, 0, 1)), max: new Date(Date.UTC(9000, 0, 1)), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));

describe('today', () => {
  it('is the local calendar day even minutes before and after midnight', () => {
    expect(today(new Date(2026, 2, 5, 23, 59, 59))).toBe('2026-03-05');
    expect(today(new Date(2026, 2, 6, 0, 0, 1))).toBe('2026-03-06');
  });
});

describe('a calendar date', () => {
  it('has to exist', () => {
    expect(isDate('2024-02-29')).toBe(true);
    for (const text of [
      '2023-02-29',
      '2026-04-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '2026-1-1',
      '',
      'today',
    ]) {
      expect(isDate(text), text).toBe(false);
    }
  });

  it('is refused in a year that nobody means', () => {
    expect(isDate('0026-03-05')).toBe(false);
    expect(isDate('1900-01-01')).toBe(true);
  });

  it('moves by days across months, years and clock changes', () => {
    expect(shiftDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(shiftDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(shiftDays('2026-03-28', 1)).toBe('2026-03-29');
    expect(shiftDays('2026-10-25', 1)).toBe('2026-10-26');
  });

  it('returns to itself when it is moved there and back', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -4000, max: 4000 }), (start, days) => {
        const moved = shiftDays(start, days);
        expect(isDate(moved) || moved < '1900-01-01').toBe(true);
        expect(shiftDays(moved, -days)).toBe(start);
      }),
    );
  });

  it('keeps its order to another that is moved by the same number of days', () => {
    fc.assert(
      fc.property(date, date, fc.integer({ min: 0, max: 4000 }), (a, b, days) => {
        expect(shiftDays(a, days) < shiftDays(b, days)).toBe(a < b);
      }),
    );
  });

  it('clamps to the end of a shorter month', () => {
    expect(shiftMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(shiftMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(shiftMonths('2026-01-15', -1)).toBe('2025-12-15');
    expect(shiftMonths('2026-12-31', 2)).toBe('2027-02-28');
    expect(shiftMonths('2026-01-31', -13)).toBe('2024-12-31');
  });

  it('never leaves the month it is moved to', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -600, max: 600 }), (start, months) => {
        const moved = shiftMonths(start, months);
        const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(count(moved) - count(start)).toBe(months);
      }),
    );
  });
});

describe('a period', () => {
  it('includes its first and its last day', () => {
    const march = periodOfMonth('2026-03');
    expect(march).toEqual({ from: '2026-03-01', to: '2026-03-31' });
    expect(isWithin('2026-03-01', march)).toBe(true);
    expect(isWithin('2026-03-31', march)).toBe(true);
    expect(isWithin('2026-04-01', march)).toBe(false);
    expect(isWithin('2026-02-28', march)).toBe(false);
  });

  it('of a new report begins one month ago', () => {
    expect(lastMonthUntil('2026-03-31')).toEqual({ from: '2026-02-28', to: '2026-03-31' });
  });

  it('counts the days left in a month, today included', () => {
    expect(daysLeftInMonth('2026-02-01')).toBe(28);
    expect(daysLeftInMonth('2026-02-28')).toBe(1);
  });
});

describe('a far date', () => {
  it('is more than a year ahead or more than ten years back', () => {
    const far = (date: string) => farAway(date, '2026-03-05');
    expect([far('2027-03-05'), far('2027-03-06'), far('2035-01-03')]).toEqual([null, 'ahead', 'ahead']);
    expect([far('2016-03-05'), far('2016-03-04'), far('2026-03-05')]).toEqual([null, 'back', null]);
  });
});

describe('keys in a date field', () => {
  const now = new Date(2026, 2, 5, 12);

  it('lead to today and to the days beside the current one', () => {
    expect(dateByKey('t', '2025-01-01', now)).toBe('2026-03-05');
    expect(dateByKey('+', '2025-12-31', now)).toBe('2026-01-01');
    expect(dateByKey('-', '2026-01-01', now)).toBe('2025-12-31');
  });

  it('count from today when the field holds no date', () => {
    expect(dateByKey('-', '', now)).toBe('2026-03-04');
  });

  it('leave all other keys to the field', () => {
    expect(dateByKey('5', '2026-01-01', now)).toBeNull();
  });
});

describe('showing dates', () => {
  it('shows the day that the string names', () => {
    expect(formatDate('2026-03-05')).toBe('Mar 5, 2026');
    expect(formatWeekdayAndDate('2026-03-05')).toBe('Thu, Mar 5, 2026');
    expect(formatDay('2026-03-05')).toBe('Thursday, March 5, 2026');
    expect(formatMonth('2026-03')).toBe('March 2026');
    expect(formatPeriod({ from: '2026-03-29', to: '2026-04-04' })).toBe('Mar 29\u2009–\u2009Apr 4, 2026');
  });

  it('names the weekday of the day that the string names', () => {
    expect([formatWeekday('2026-03-05'), formatWeekday('1999-12-31')]).toEqual(['Thursday', 'Friday']);
    expect(formatWeekdayOfYear('2026-03-05')).toBe('Thu, Mar 5');
  });

  it('shows a moment as its day on the local calendar', () => {
    expect(formatMoment(new Date(2026, 2, 5, 23, 30).toISOString())).toBe('Mar 5, 2026');
  });
});
