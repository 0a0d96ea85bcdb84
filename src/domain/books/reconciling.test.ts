import { describe, expect, it } from 'vitest';
import type { ReconciliationRow } from '../rows.ts';
import { agreementsOf, checkStatement, standingOf } from './reconciling.ts';

function reconciliation(date: string, balance: number): ReconciliationRow {
  const id = `00000000-0000-4000-8000-0000${date.replaceAll('-', '')}`;
  const createdAt = `${date}T10:00:00.000Z`;
  return { id, version: 1, createdAt, accountId: 'a', date, balance, userId: null, userEmail: null, changes: [] };
}

const january = reconciliation('2026-01-31', 100);
const february = reconciliation('2026-02-28', 250);
const march = reconciliation('2026-03-31', 200);
const all = [march, january, february];
const sums = (one: number, two: number, three: number) =>
  new Map([
    [january.id, one],
    [february.id, two],
    [march.id, three],
  ]);

describe('a reconciliation agrees', () => {
  it('while its rows, with those of the statements before it, sum to its balance', () => {
    const agreements = agreementsOf(all, sums(100, 150, -50));
    expect(agreements.map(({ reconciliation, difference }) => [reconciliation.date, difference])).toEqual([
      ['2026-03-31', 0],
      ['2026-02-28', 0],
      ['2026-01-31', 0],
    ]);
    expect(standingOf(agreements)).toEqual({ agrees: true, since: '2026-01-31' });
  });

  it('no more when a row changed, and neither do those after it; the difference is its own', () => {
    const agreements = agreementsOf(all, sums(100, 140, -50));
    expect(agreements.map(({ counted, difference, own }) => [counted, difference, own])).toEqual([
      [190, -10, 0],
      [240, -10, -10],
      [100, 0, 0],
    ]);
    expect(standingOf(agreements)).toEqual({ agrees: false, since: '2026-02-28' });
  });

  it('again since a later statement put it right', () => {
    const agreements = agreementsOf(all, sums(90, 150, -40));
    expect(standingOf(agreements)).toEqual({ agrees: true, since: '2026-03-31' });
  });

  it('with nothing to say without a statement, and none of the rows of another', () => {
    expect(standingOf(agreementsOf([], new Map()))).toBeNull();
    expect(agreementsOf([january], new Map([['gone', 5]]))).toMatchObject([{ counted: 0, difference: -100 }]);
  });
});

describe('a statement', () => {
  const today = '2026-11-23';
  const when = { today, last: '2026-10-31' };
  it.each([
    ['1,234.50', 123_450],
    ['-12.50', -1250],
    ['−12.50', -1250],
    ['(12.50)', -1250],
    ['0', 0],
    ['$0.00', 0],
  ])('of %s has that balance', (balance, cents) => {
    expect(checkStatement({ date: today, balance }, when)).toEqual({ ok: true, date: today, balance: cents });
  });

  it.each([
    [{ date: '2026-11-24', balance: '1' }, { date: 'in_future' }],
    [{ date: '2026-10-30', balance: '1' }, { date: 'too_early' }],
    [{ date: '2026-02-30', balance: '1' }, { date: 'not_a_date' }],
    [
      { date: '', balance: 'much' },
      { date: 'empty', balance: 'not_a_number' },
    ],
    [{ date: today, balance: '' }, { balance: 'empty' }],
    [{ date: today, balance: '-' }, { balance: 'empty' }],
  ])('%j is refused at the field', (input, errors) => {
    expect(checkStatement(input, when)).toEqual({ ok: false, errors });
  });
});
