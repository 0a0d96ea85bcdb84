/** A balance at the end of each step of a report. */
import type { Period } from '../dates/dates.ts';
import { summarize } from '../money/totals.ts';
import type { ReportPart } from './report.ts';
import { periodOfStep, type ReportStep, startOfStep, startsOfSteps } from './report-steps.ts';

/** A step and the balance at its end, in cents. */
export interface BalanceStep {
  days: Period;
  balance: number;
}

/** What these lines change the balance by, in cents: also what is neither income nor expense. */
export function changeOf(parts: readonly ReportPart[]): number {
  return parts.reduce((cents, { lines }) => cents + summarize(lines).balance, 0);
}

/** The balance at the end of each step, oldest first. `before`: the balance when the period begins, in cents. */
export function balancesOverTime(
  { period, parts, step }: { period: Period; parts: readonly ReportPart[]; step: ReportStep },
  before: number,
): BalanceStep[] {
  const ofStep = Map.groupBy(parts, ({ date }) => startOfStep(step, date));
  let balance = before;
  return startsOfSteps(step, period, [...ofStep.keys()].sort()).map((start) => {
    balance += changeOf(ofStep.get(start) ?? []);
    return { days: periodOfStep(step, start, period), balance };
  });
}
