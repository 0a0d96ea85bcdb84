import type { Period } from '#domain/dates/dates';
import { axisMarks, axisYears, type ReportStep } from '#domain/reports/report-steps';
import type { Mark } from '#ui/charts/axes';

/** What stands below the steps: their days, months or years, and below the first of a year that year. */
export function stepMarks(step: ReportStep, steps: readonly { days: Period }[]): Mark[] {
  const marks = axisMarks(step, steps);
  const years = axisYears(steps, marks);
  return steps.flatMap(({ days }, at) => {
    const text = marks[at] ?? '';
    return text ? [{ at: days.from, text, below: years[at] ?? '' }] : [];
  });
}
