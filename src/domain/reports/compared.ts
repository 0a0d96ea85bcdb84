/** A report beside that of the period before. */
import type { Period } from '../dates/dates.ts';
import { byTypeAndSize, type CategorySum, type Report } from './report.ts';

/** The period before, with its report over the same categories. */
export interface Before {
  period: Period;
  report: Report;
}

/** What the category came to in the period before, signed cents. */
export function centsBefore({ report }: Before, sum: NamedSum): number {
  return sumLike(report, sum)?.cents ?? 0;
}

/** The categories of a report. One that has sums only in the period before stands there with zero. */
export function withThoseBefore(report: Report, before: Before | null): CategorySum[] {
  const gone = before?.report.categories.filter((sum) => !sumLike(report, sum)) ?? [];
  return [...report.categories, ...gone.map((sum) => ({ ...sum, cents: 0, count: 0 }))].sort(byTypeAndSize);
}

type NamedSum = Pick<CategorySum, 'category' | 'type'>;

function sumLike({ categories }: Report, { category, type }: NamedSum): CategorySum | undefined {
  return categories.find((one) => one.category === category && one.type === type);
}
