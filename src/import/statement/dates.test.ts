import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { decideDateOrder, readDate } from './dates.ts';
import type { DateOrder } from './statement.ts';

describe('a date', () => {
  it.each([
    ['2026-01-26', '2026-01-26'],
    ['2026/01/26', '2026-01-26'],
    ['20260126', '2026-01-26'],
    ['26.01.2026', '2026-01-26'],
    ['26.1.2026', '2026-01-26'],
    ['26 Jan 2026', '2026-01-26'],
    ['26-JAN-26', '2026-01-26'],
    ['26. März 2026', '2026-03-26'],
    ['Jan 26, 2026', '2026-01-26'],
    ['Mon, 26 January 2026', '2026-01-26'],
    ['26 févr. 2026', '2026-02-26'],
    ['13/01/2026', '2026-01-13'],
    ['01/13/2026', '2026-01-13'],
    ['4/4/2026', '2026-04-04'],
    ["13/11' 2", '2002-11-13'],
    ['2026-01-26T23:30:00-05:00', '2026-01-26'],
    ['26.01.2026 14:22', '2026-01-26'],
    ['26/Jan/2026:14:22:05', '2026-01-26'],
    ['20260126120000[0:GMT]', '2026-01-26'],
    ['20260126120000.000[-5:EST]', '2026-01-26'],
    ['2026 01 26', '2026-01-26'],
    ['26 01 2026', '2026-01-26'],
    ['01/26/2026 as of 01/25/2026', '2026-01-26'],
    ['2026年01月26日', '2026-01-26'],
    ['2026年1月6日 12:30', '2026-01-06'],
    ['2026년 1월 26일', '2026-01-26'],
    ['2026. 01. 26.', '2026-01-26'],
    ['26 de enero de 2026', '2026-01-26'],
    ['26 stycznia 2026', '2026-01-26'],
    ['26 sty 2026', '2026-01-26'],
    ['26. ledna 2026', '2026-01-26'],
    ['26 maj 2026', '2026-05-26'],
    ['26. tammikuuta 2026', '2026-01-26'],
    ['2026. január 26.', '2026-01-26'],
    ['26 Ocak 2026', '2026-01-26'],
    ['26 января 2026', '2026-01-26'],
    ['Mon Jan 26 2026', '2026-01-26'],
    ['26.01.2026 - 14:22', '2026-01-26'],
    ['Jan 26, 2026 at 2:22 PM', '2026-01-26'],
  ])('%j needs no other date beside it', (text, date) => {
    expect(readDate(text, null)).toEqual({ date });
  });

  it.each([
    ['', 'no_date'],
    ['Total', 'not_a_date'],
    ['31.02.2026', 'not_a_date'],
    ['2026-13-01', 'not_a_date'],
    ['1026-01-01', 'not_a_date'],
    ['12', 'not_a_date'],
    ['1.234,56', 'not_a_date'],
    ['03/11/2026', 'day_or_month'],
    ["6/ 4'18", 'day_or_month'],
    ['x'.repeat(100_000), 'not_a_date'],
  ])('%j is not read: %s', (text, reason) => {
    expect(readDate(text, null)).toEqual({ reason });
  });

  it.each<[string, DateOrder, string]>([
    ['03/11/2026', 'day-first', '2026-11-03'],
    ['03/11/2026', 'month-first', '2026-03-11'],
    ["6/ 4'18", 'month-first', '2018-06-04'],
    ["3/11' 2", 'day-first', '2002-11-03'],
    ['12/24/98', 'month-first', '1998-12-24'],
    ['26-11-03', 'year-first', '2026-11-03'],
    ['26 Jan 2026', 'month-first', '2026-01-26'],
    ['2026-01-26', 'day-first', '2026-01-26'],
  ])('%j in a column that is %s is %s', (text, order, date) => {
    expect(readDate(text, order)).toEqual({ date });
  });

  it('a date that the order of its column does not allow is not read', () => {
    expect(readDate('01/13/2026', 'day-first')).toEqual({ reason: 'not_a_date' });
  });

  it('any text is a date or has a reason', () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789./-' JanT:"), maxLength: 14 });
    fc.assert(
      fc.property(text, (some) => {
        const read = readDate(some, null);
        expect('date' in read ? read.date : 'x').toMatch(/^(\d{4}-\d\d-\d\d|x)$/);
      }),
    );
  });
});

describe('a column of dates', () => {
  it.each<[string[], DateOrder]>([
    [['03/11/2026', '13/11/2026'], 'day-first'],
    [['03/11/2026', '11/13/2026'], 'month-first'],
    [['03/11/2026', '03.11.2026'], 'day-first'],
    [['01/12/25', '02/12/25', '13/12/25'], 'day-first'],
    [['04/04/2026', '2026-01-26'], 'day-first'],
  ])('%j proves its order', (texts, order) => {
    expect(decideDateOrder(texts)).toEqual({ order, open: false });
  });

  it.each([[['03/11/2026', '04/11/2026']], [['13/01/2026', '01/13/2026']], [['26-11-03', '26-11-04', '26-11-05']]])(
    '%j does not tell, so somebody has to be asked',
    (texts) => {
      expect(decideDateOrder(texts)).toEqual({ order: null, open: true });
    },
  );
});
