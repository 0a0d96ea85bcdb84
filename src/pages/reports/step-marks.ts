import type { Period } from '#domain/dates/dates';
import { axisMarks, axisYears, type ReportStep } from '#domain/reports/report-steps';
import * as texts from '#texts/pages/reports';
import type { Mark } from '#ui/charts/axes';

export const STEP_NAMES = {
  day: texts.DAY,
  week: texts.WEEK,
  month: texts.MONTH,
  year: texts.YEAR,
};

/** What stands below the steps: their days, months or years, and below the first of a year that year. */
export function stepMarks(step: ReportStep, steps: readonly { days: Period }[]): Mark[] {
  const marks = axisMarks(step, steps);
  const years = axisYears(steps, marks);
  return steps.flatMap(({ days }, at) => {
    const text = marks[at] ?? '';
    return text ? [{ at: days.from, text, below: years[at] ?? '' }] : [];
  });
}
