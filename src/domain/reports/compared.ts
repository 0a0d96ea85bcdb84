/** A report beside that of the period before. */
import type { Period } from '../dates/dates.ts';
import type { CategorySum, Report } from './report.ts';

/** The period before, with its report over the same categories. */
export interface Before {
  period: Period;
  report: Report;
}

/** What the category came to in the period before, signed cents. */
export function centsBefore({ report }: Before, { category, type }: Pick<CategorySum, 'category' | 'type'>): number {
  return report.categories.find((one) => one.category === category && one.type === type)?.cents ?? 0;
}
