import { chakra } from '@chakra-ui/react';
import { useCallback, useMemo } from 'react';
import type { Period } from '#domain/dates/dates';
import type { Before } from '#domain/reports/compared';
import { buildReport, type CategoryFilter as Filter } from '#domain/reports/report';
import { type ComparedLines, type ReportScope, readCompared } from '#store/queries/reports';
import * as failures from '#texts/failures';
import * as texts from '#texts/pages/reports';
import { Card } from '#ui/card';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { CategoryFilter } from './category-filter.tsx';
import { QuickPeriods } from './quick-periods.tsx';
import { periodErrors, ReportFilters, readPeriod } from './report-filters.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportSums } from './report-sums.tsx';
import { scopeKey, useReportChoice, useReportInAddress } from './use-report-choice.ts';
import { countedBy, type ReportBasis, scopeName, standingScope, useReportBasis } from './use-report-targets.ts';

const FAILURE = { title: failures.TRANSACTIONS_LOAD, description: texts.LOAD_FAILED };

/** The lines of a report with an invalid period: none. */
const NOTHING: Omit<ComparedLines, 'scope'> = {
  period: { from: '', to: '' },
  parts: [],
  step: 'day',
  complete: true,
  before: null,
  balanceBefore: null,
};

/** The tab Reports of a signed-in user: the financial report. */
export function ReportsTab() {
  const basis = useReportBasis();
  return basis ? <FinancialReport {...basis} /> : null;
}

function FinancialReport({ targets, groups, wholeTime }: ReportBasis) {
  const db = useDatabase();
  const [{ typed, scope: chosen, picked }, change] = useReportChoice();
  const scope = standingScope(chosen, targets);
  const period = readPeriod(typed);
  const { from, to } = period;
  const { kind, id } = scope;
  const isPeriod = periodErrors(period) === null;
  const read = useLoaded(
    async () => (isPeriod ? readCompared(db, { kind, id }, { from, to }) : { ...NOTHING, scope: { kind, id } }),
    [db, kind, id, from, to, isPeriod],
    FAILURE,
  );
  // The scope that is shown. It stays the previous one until the chosen scope has been read.
  const shown = read && scopeKey(read.scope);
  const filter = picked.of === shown ? picked.filter : null;
  const report = useMemo(() => read && buildReport(read.parts, filter), [read, filter]);
  const before = useMemo(() => beforeOf(read?.before ?? null, filter), [read, filter]);
  useReportInAddress(read, filter);
  // A new filter is kept with the scope that it belongs to. It shows at once; the sums follow when they are read.
  const pick = useCallback((next: Filter) => change({ picked: { of: shown ?? '', filter: next } }), [change, shown]);
  const onPeriod = useCallback((next: Period) => change({ typed: next }), [change]);
  const onScope = useCallback((next: ReportScope) => change({ scope: next }), [change]);
  const counted = useMemo(() => read && countedBy(read, filter, targets), [read, filter, targets]);

  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <ReportHead
        period={read?.period.from ? read.period : undefined}
        report={report}
        scope={scopeName(standingScope(read?.scope ?? scope, targets), targets)}
        filter={filter}
      />
      <Card display="flex" flexDirection="column" gap="4" aria-label={texts.FILTERS} _print={{ display: 'none' }}>
        <ReportFilters period={typed} scope={scope} targets={targets} onPeriod={onPeriod} onScope={onScope} />
        <QuickPeriods period={period} wholeTime={wholeTime} onPeriod={onPeriod} />
        <CategoryFilter parts={read?.parts ?? NOTHING.parts} filter={filter} onChange={pick} />
      </Card>
      {read && report && (
        <ReportSums
          read={read}
          report={report}
          before={before}
          filter={filter}
          groups={groups}
          counted={counted ?? null}
        />
      )}
    </chakra.div>
  );
}

/** Null where there is nothing to compare with. */
function beforeOf(lines: ComparedLines['before'], filter: Filter): Before | null {
  if (!lines) return null;
  const report = buildReport(lines.parts, filter);
  return report.count > 0 ? { period: lines.period, report } : null;
}
