/** Reports and sums of months say what a recount of the rows says, to the cent (G7). */
import { expect } from 'vitest';
import { buildReport } from '#domain/reports/report';
import { sumsOverTime } from '#domain/reports/report-steps';
import type { TransactionRow } from '#domain/rows';
import { readReport } from '#store/queries/reports';
import type { SimulatedDevice } from '../simulated-device.ts';
import { counted, countedCategories } from './recount.ts';

/** Longer than any history. A day in the middle of a month makes a report read rows beside totals. */
const EVER = { from: '2015-01-01', to: '2040-12-31' };
const CUT = { from: '2026-02-12', to: '2026-03-11' };

/** `rows`: those of all the user's accounts. */
export async function expectReports({ db }: SimulatedDevice, rows: readonly TransactionRow[]): Promise<void> {
  for (const period of [EVER, CUT]) {
    const inPeriod = rows.filter(({ date }) => date >= period.from && date <= period.to);
    const lines = await readReport(db, { kind: 'account', id: null }, period);
    const report = buildReport(lines.parts, null);
    const { income, expense, balance } = counted(inPeriod);
    expect(report).toMatchObject({ totalIncome: income, totalExpense: expense, netChange: income - expense });
    const categories = report.categories.map(
      ({ type, category, cents, count }) => `${type} ${category} ${cents} ${count}`,
    );
    expect(categories.sort()).toEqual(countedCategories(inPeriod));
    const others = report.others.reduce((sum, { cents }) => sum + cents, 0);
    expect(income - expense + others).toBe(balance);
    const steps = sumsOverTime(lines, null);
    expect(steps.reduce((sum, step) => sum + step.balance, 0)).toBe(income - expense);
    expect(steps.reduce((sum, step) => sum + step.income, 0)).toBe(income);
  }
}
