/** A report beside that of the period before. */
import type { Period } from '../dates/dates.ts';
import { byTypeAndSize, type CategorySum, type Report } from './report.ts';

/** The period before, with its report over the same categories. */
export interface Before {
  period: Period;
  report: Report;
}

/** What the category came to in the period before, signed cents. */
export function centsBefore({ report }: Before, { category, type }: Pick<CategorySum, 'category' | 'type'>): number {
  return report.categories.find((one) => one.category === category && one.type === type)?.cents ?? 0;
}

/** The categories of a report. One that has sums only in the period before stands there with zero. */
export function withThoseBefore({ categories }: Report, before: Before | null): CategorySum[] {
  const has = (sum: CategorySum) =>
    categories.some(({ category, type }) => category === sum.category && type === sum.type);
  const gone = before?.report.categories.filter((sum) => !has(sum)) ?? [];
  return [...categories, ...gone.map((sum) => ({ ...sum, cents: 0, count: 0 }))].sort(byTypeAndSize);
}
