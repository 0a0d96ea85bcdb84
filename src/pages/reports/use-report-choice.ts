import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isDate, lastMonthUntil, type Period, today } from '#domain/dates/dates';
import type { CategoryFilter } from '#domain/reports/report';
import type { ReportLines, ReportScope } from '#store/queries/reports';
import { useNewDay } from '../../features/dates/use-today.ts';
import { periodErrors } from './report-filters.tsx';

/** What the user chose for the report. The period is as typed; the categories belong to the scope named `of`. */
interface ReportChoice {
  typed: Period;
  scope: ReportScope;
  picked: { of: string; filter: CategoryFilter };
}

/** The name of a scope, to tell scopes apart. */
export function scopeKey({ kind, id }: ReportScope): string {
  return `${kind} ${id}`;
}

/** The choice, which begins as the address says. */
export function useReportChoice(): [ReportChoice, (changed: Partial<ReportChoice>) => void] {
  const { from, to, by, of, categories } = useSearch({ strict: false });
  const [choice, setChoice] = useState<ReportChoice>(() => {
    const usual = lastMonthUntil(today(new Date()));
    const scope: ReportScope = { kind: by ?? 'account', id: of ?? null };
    const filter = categories?.length ? new Set(categories) : null;
    return {
      typed: { from: from && isDate(from) ? from : usual.from, to: to && isDate(to) ? to : usual.to },
      scope,
      picked: { of: scopeKey(scope), filter },
    };
  });
  useNewDay((day, before) => {
    const usual = lastMonthUntil(before);
    if (choice.typed.from !== usual.from || choice.typed.to !== usual.to) return;
    setChoice({ ...choice, typed: lastMonthUntil(day) });
  });
  const change = useCallback((changed: Partial<ReportChoice>) => setChoice((now) => ({ ...now, ...changed })), []);
  return [choice, change];
}

/**
 * Keeps the report that is shown in the address, so that Back leads to it. What is as in every new report stays out.
 * Whoever changes the report waits for its sums and not for the address, so the address comes after them.
 */
export function useReportInAddress(read: ReportLines | undefined, filter: CategoryFilter): void {
  const { tab, from, to, by, of, categories } = useSearch({ strict: false });
  const navigate = useNavigate();
  const wanted = useMemo(() => read && addressOf(read, filter), [read, filter]);
  const isThere = JSON.stringify(wanted) === JSON.stringify({ from, to, by, of, categories });
  useEffect(() => {
    // Another screen may already have the address while this one is still shown.
    if (tab !== 'reports' || !wanted || isThere) return;
    const search = <Search extends object>(before: Search) => ({ ...before, ...wanted });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [tab, isThere, wanted, navigate]);
}

/** The parameters of the address; undefined ones are left out. */
function addressOf({ period, scope }: Pick<ReportLines, 'period' | 'scope'>, filter: CategoryFilter) {
  const usual = lastMonthUntil(today(new Date()));
  const { from, to } = periodErrors(period) ? usual : period;
  return {
    from: from === usual.from ? undefined : from,
    to: to === usual.to ? undefined : to,
    by: scope.kind === 'account' ? undefined : scope.kind,
    of: scope.id ?? undefined,
    categories: filter ? [...filter] : undefined,
  };
}
