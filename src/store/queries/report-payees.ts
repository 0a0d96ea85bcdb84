/** The sums of a report by payee. Totals know no payees, so it reads the rows of the period, month by month. */
import { isWithin, monthOf, type Period } from '#domain/dates/dates';
import { inFilter, type PayeeSum, Payees } from '#domain/reports/payees';
import type { CategoryFilter } from '#domain/reports/report';
import type { Database } from '../database/database.ts';
import { monthsWithTotals } from '../ledger/ledger.ts';
import { readMonthPages } from '../ledger/many-pages.ts';
import { type ReportScope, type Source, sourcesOf } from './report-sources.ts';

/** What a report by payee counts. */
export interface PayeesOf {
  scope: ReportScope;
  period: Period;
  filter: CategoryFilter;
}

export interface ReportPayees extends PayeesOf {
  sums: PayeeSum[];
  /** False while rows of the period are not on this device yet. */
  complete: boolean;
}

export async function readPayees(db: Database, { scope, period, filter }: PayeesOf): Promise<ReportPayees> {
  const payees = new Payees();
  const isChosen = inFilter(filter);
  let complete = true;
  for (const source of await sourcesOf(db, scope)) {
    const countsIn: Parameters<Payees['add']>[1] = (row, category) =>
      isChosen(category) && source.counts({ ...row, category });
    for (const month of await monthsOf(db, source, period)) {
      if (month < source.firstMonth) complete = false;
      // One month at a time: between two, the page can draw and take input.
      const pages = await readMonthPages(db, source.scope, month, month);
      for (const { rows } of pages) {
        payees.add(
          rows.filter(({ date }) => isWithin(date, period)),
          countsIn,
        );
      }
    }
  }
  return { scope, period, filter, sums: payees.sums(), complete };
}

async function monthsOf(db: Database, { scope }: Source, { from, to }: Period): Promise<string[]> {
  const months = await monthsWithTotals(db, scope);
  return months.filter((month) => monthOf(from) <= month && month <= monthOf(to));
}
