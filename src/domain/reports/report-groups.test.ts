import { expect, it } from 'vitest';
import { categoryRow } from '#store/database/rows.fixture';
import type { CategorySum } from './report.ts';
import { categoryGroups, sectionsOf } from './report-groups.ts';

const sum = (category: string, cents: number): CategorySum => {
  return { category, cents, type: cents > 0 ? 'income' : 'expense', count: 1 };
};
const groups = categoryGroups([
  categoryRow(1, { name: 'Rent', group: 'Home' }),
  categoryRow(2, { name: 'Power', group: 'Home' }),
  categoryRow(3, { name: 'Food', group: null }),
  categoryRow(4, { name: 'food', group: 'Daily' }),
  categoryRow(5, { name: 'Bonus', type: 'income', group: 'Home' }),
]);

it('puts sums under their groups, income first, the largest group first, and those without one last', () => {
  const sums = [sum('Bonus', 10), sum('Gifts', -500), sum('Rent', -80), sum('Food', -70), sum('Power', -20)];
  const told = sectionsOf(sums, groups).map(({ group, cents, sums: some }) => [
    group,
    cents,
    some.map(({ category }) => category).join(' '),
  ]);
  expect(told).toEqual([
    ['Home', 10, 'Bonus'],
    ['Home', -100, 'Rent Power'],
    ['Daily', -70, 'Food'],
    [null, -500, 'Gifts'],
  ]);
});

it('keeps the order of a report without groups', () => {
  const sums = [sum('Bonus', 10), sum('Rent', -80), sum('Food', -70)];
  expect(sectionsOf(sums, new Map()).flatMap((section) => section.sums)).toEqual(sums);
});
