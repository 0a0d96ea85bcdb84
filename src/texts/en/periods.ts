/** Names of periods, seen from today. */
import type { QuickPeriod } from '#domain/dates/report-periods';

export const PERIODS: Record<QuickPeriod, string> = {
  thisMonth: 'This month',
  lastMonth: 'Last month',
  thisQuarter: 'This quarter',
  lastQuarter: 'Last quarter',
  thisYear: 'This year',
  lastYear: 'Last year',
  lastTwelveMonths: 'Last 12 months',
};
