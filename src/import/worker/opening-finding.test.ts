import { describe, expect, it } from 'vitest';
import { transactionRow } from '#store/database/rows.fixture';
import fc from '../../../tests/support/random.ts';
import type { Beside } from './beside-rows.ts';
import { findOpening } from './opening-finding.ts';
import type { PlannedRow } from './planned-rows.ts';
import type { Choice } from './row-changes.ts';

const planned = (date: string, cents: number, choice: Choice = 'new', pending = false): PlannedRow => ({
  preview: {
    row: { line: 1, date, cents, text: '', ...(pending && { pending }) },
    key: `${date} ${cents}`,
    twins: 1,
    state: 'new',
    present: null,
    mayLink: false,
    mayCorrect: false,
    otherSide: null,
    letters: '',
    category: 'Food',
    why: null,
    lines: null,
  },
  choice,
  type: cents > 0 ? 'income' : 'expense',
  category: 'Food',
  why: null,
});

const opening = (date: string, amount = 120_000) =>
  transactionRow(1, { nature: 'opening', type: 'income', amount, date, category: 'Opening balance' });

const beside = (some: Partial<Beside> = {}): Beside => ({
  balance: null,
  held: 0,
  first: null,
  openings: [],
  mayCorrect: true,
  ...some,
});

const JANUARY = [planned('2026-01-05', -2_000), planned('2026-01-20', 5_000)];
const BANK = { cents: 40_000, date: '2026-01-31' };

describe('rows that are older than the opening balance', () => {
  const today = opening('2026-03-01');

  it('are told, and without a balance of the bank the opening one leaves the balance of its day', () => {
    expect(findOpening(JANUARY, beside({ openings: [today] }))).toEqual({
      balance: null,
      differs: null,
      older: 2,
      opening: today,
      right: { row: today, cents: 117_000, date: '2026-01-04' },
      isSure: true,
    });
    const later = [...JANUARY, planned('2026-03-02', -100)];
    expect(findOpening(later, beside({ openings: [today] }))).toMatchObject({ older: 2, right: { cents: 117_000 } });
  });

  it('with a balance of the bank, the opening one makes the account agree with it, also by being none', () => {
    expect(findOpening(JANUARY, beside({ openings: [today], balance: BANK }))).toMatchObject({
      differs: 37_000,
      older: 2,
      right: { row: today, cents: 37_000, date: '2026-01-04' },
      isSure: true,
    });
    const same = { cents: 3_000, date: '2026-01-31' };
    expect(findOpening(JANUARY, beside({ openings: [today], balance: same }))).toMatchObject({
      differs: 0,
      right: { row: today, cents: 0 },
    });
  });

  it('that miss the bank’s balance make no opening balance of what is missing', () => {
    const found = findOpening(JANUARY, beside({ openings: [today], balance: BANK, isMissed: true }));
    expect(found).toMatchObject({ balance: null, older: 2, right: { cents: 117_000 } });
  });

  it('are told, and nothing is offered to who may not change the opening balance, or where there are several', () => {
    expect(findOpening(JANUARY, beside({ openings: [today], mayCorrect: false }))).toMatchObject({
      older: 2,
      right: null,
    });
    expect(findOpening(JANUARY, beside({ openings: [today, today] }))).toMatchObject({ older: 2, right: null });
  });
});

describe('the balance of the bank', () => {
  const before = opening('2025-12-31', 37_000);

  it('is what the account has then, and nothing is to be corrected', () => {
    const found = findOpening(JANUARY, beside({ openings: [before], balance: BANK }));
    expect(found).toMatchObject({ differs: 0, older: 0, right: null });
  });

  it('is not what the account has: the opening balance keeps its day, and something else may be wrong', () => {
    const found = findOpening(JANUARY, beside({ openings: [before], balance: BANK, held: -500, first: '2026-01-02' }));
    expect(found).toMatchObject({ differs: 500, right: { row: before, cents: 37_500, date: '2025-12-31' } });
    expect(found?.isSure).toBe(false);
  });

  it('gives an empty account its opening balance on the day before the first row', () => {
    expect(findOpening(JANUARY, beside({ balance: BANK }))).toMatchObject({
      right: { row: null, cents: 37_000, date: '2026-01-04' },
      isSure: true,
    });
    const old = beside({ balance: BANK, first: '2025-06-01' });
    expect(findOpening(JANUARY, old)).toMatchObject({ right: { row: null, date: '2025-05-31' }, isSure: false });
  });

  it('does not count what comes later, what the bank has not booked, and what does not come in', () => {
    const others = [
      planned('2026-02-01', -9),
      planned('2026-01-06', -70, 'new', true),
      planned('2026-01-06', -80, 'leave'),
      planned('2026-01-06', -90, 'link'),
    ];
    const found = findOpening([...JANUARY, ...others], beside({ openings: [before], balance: BANK }));
    expect(found).toMatchObject({ differs: 0 });
  });

  it('of a day before the rows says nothing, and neither does a plan without rows', () => {
    expect(findOpening(JANUARY, beside({ balance: { cents: 1, date: '2026-01-04' } }))).toBeNull();
    expect(findOpening([], beside({ balance: BANK }))).toBeNull();
    expect(findOpening(JANUARY, beside({ openings: [opening('2026-01-05')] }))).toBeNull();
  });

  it('is what a recount of all rows makes after the correction', () => {
    const day = fc.integer({ min: 1, max: 28 }).map((one) => `2026-01-${String(one).padStart(2, '0')}`);
    const cents = fc.integer({ min: -9_999, max: 9_999 }).filter(Boolean);
    const rows = fc.array(fc.tuple(day, cents), { minLength: 1 });
    fc.assert(
      fc.property(rows, fc.array(fc.tuple(day, cents)), fc.option(day), day, cents, (file, there, opened, at, bank) => {
        const coming = file.map(([date, one]) => planned(date, one));
        const until = (some: [string, number][]) => some.reduce((sum, [date, one]) => sum + (date <= at ? one : 0), 0);
        const first = there.map(([date]) => date).sort()[0] ?? null;
        const openings = opened === null ? [] : [opening(opened)];
        const balance = { cents: bank, date: at };
        const found = findOpening(coming, beside({ openings, balance, held: until(there), first }));
        if (!found?.balance) return;
        const opens: [string, number][] = found.right
          ? [[found.right.date, found.right.cents]]
          : openings.map(({ date, amount }) => [date, amount]);
        expect(until(file) + until(there) + until(opens)).toBe(bank);
      }),
    );
  });
});
