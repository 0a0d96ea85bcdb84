import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { isDate, lastMonthUntil, type Period, today } from '#domain/dates';
import type { CategoryFilter } from '#domain/report';
import type { ReportScope } from '#store/queries/reports';
import { periodErrors, readPeriod } from './report-filters.tsx';

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

/**
 * The choice, which begins as the address says and is kept there, so that Back leads to the same report. What is as in
 * every new report stays out of the address.
 */
export function useReportChoice(): [ReportChoice, (changed: Partial<ReportChoice>) => void] {
  const { tab, from, to, by, of, categories } = useSearch({ strict: false });
  const navigate = useNavigate();
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

  const wanted = useMemo(() => addressOf(choice), [choice]);
  const isThere = JSON.stringify(wanted) === JSON.stringify({ from, to, by, of, categories });
  useEffect(() => {
    // Another screen may already have the address while this one is still shown.
    if (tab !== 'reports' || isThere) return;
    const search = <Search extends object>(before: Search) => ({ ...before, ...wanted });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [tab, isThere, wanted, navigate]);

  const change = useCallback((changed: Partial<ReportChoice>) => setChoice((now) => ({ ...now, ...changed })), []);
  return [choice, change];
}

/** The parameters of the address; undefined ones are left out. */
function addressOf({ typed, scope, picked }: ReportChoice) {
  const usual = lastMonthUntil(today(new Date()));
  const period = readPeriod(typed);
  const { from, to } = periodErrors(period) ? usual : period;
  const filter = picked.of === scopeKey(scope) ? picked.filter : null;
  return {
    from: from === usual.from ? undefined : from,
    to: to === usual.to ? undefined : to,
    by: scope.kind === 'account' ? undefined : scope.kind,
    of: scope.id ?? undefined,
    categories: filter ? [...filter] : undefined,
  };
}
