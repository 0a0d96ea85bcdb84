import { expect, it } from 'vitest';
import { firstComparedDay, spendingByDay } from './month-spending.ts';
import type { ReportPart } from './report.ts';

const part = (date: string, cents: number, category = 'Food'): ReportPart => ({
  date,
  lines: [{ nature: 'regular', type: 'expense', refund: false, category, budgetId: null, cents, count: 1, lines: 1 }],
});

it('compares with three whole months, also over the end of a year', () => {
  expect(firstComparedDay('2026-02-28')).toBe('2025-11-01');
  expect(firstComparedDay('2026-05-31')).toBe('2026-02-01');
});

it('adds up this month until today, and says what the months before had come to by each day', () => {
  const parts = [
    part('2026-03-02', 1000),
    part('2026-03-04', 500),
    part('2026-02-03', 600),
    part('2026-01-01', 300),
    part('2025-12-04', 90),
    part('2025-11-04', 9000),
  ];
  const days = spendingByDay(parts, null, '2026-03-04');
  expect(days.slice(0, 5)).toEqual([
    { day: 1, spent: 0, usual: 100 },
    { day: 2, spent: 1000, usual: 100 },
    { day: 3, spent: 1000, usual: 300 },
    { day: 4, spent: 1500, usual: 330 },
    { day: 5, spent: null, usual: 330 },
  ]);
  expect(days).toHaveLength(31);
});

it('lets a shorter month stand at its end', () => {
  const [last] = spendingByDay([part('2026-02-28', 300), part('2025-12-01', 30)], null, '2026-03-31').slice(-1);
  expect(last).toEqual({ day: 31, spent: 0, usual: 110 });
});

it('compares with no month from before the first entry', () => {
  const days = spendingByDay([part('2026-02-10', 900), part('2026-03-01', 5)], null, '2026-03-31');
  expect(days.at(-1)).toEqual({ day: 31, spent: 5, usual: 900 });
  expect(spendingByDay([part('2026-03-01', 5)], null, '2026-03-31').every(({ usual }) => usual === 0)).toBe(true);
});

it('counts what is chosen, and no transfers', () => {
  const moved = part('2026-03-02', 5);
  const transfer = { ...moved, lines: moved.lines.map((line) => ({ ...line, nature: 'transfer' as const })) };
  const parts = [part('2026-03-02', 1000), part('2026-03-02', 70, 'Fun'), transfer];
  const until = (filter: Set<string> | null) => spendingByDay(parts, filter, '2026-03-02')[1]?.spent;
  expect(until(null)).toBe(1070);
  expect(until(new Set(['Fun']))).toBe(70);
});
