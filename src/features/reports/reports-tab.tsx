import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDate, lastMonthUntil, type Period, today } from '#domain/dates';
import { buildReport, categoryNames, type CategoryFilter as Filter } from '#domain/report';
import { sumsOverTime } from '#domain/report-steps';
import { type ReportLines, type ReportScope, readReport } from '#store/queries/reports';
import * as failures from '#texts/failures';
import * as texts from '#texts/reports';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon } from '#ui/icons';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { CategoryBreakdown } from './category-breakdown.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { exportReport } from './export-report.ts';
import { OverTime } from './over-time.tsx';
import { QuickPeriods } from './quick-periods.tsx';
import { periodErrors, ReportFilters } from './report-filters.tsx';
import { ReportTotals } from './report-totals.tsx';
import { type ReportTargets, scopeName, standingScope, useReportTargets } from './use-report-targets.ts';

const FAILURE = { title: failures.TRANSACTIONS_LOAD, description: texts.LOAD_FAILED };

/** The report of a period that is none. */
const NOTHING: ReportLines = { period: { from: '', to: '' }, parts: [], step: 'day', complete: true };

/** The tab Reports of a signed-in user: the financial report. */
export function ReportsTab() {
  const targets = useReportTargets();
  return targets ? <FinancialReport targets={targets} /> : null;
}

function FinancialReport({ targets }: { targets: ReportTargets }) {
  const db = useDatabase();
  const [period, setPeriod] = useState<Period>(() => lastMonthUntil(today(new Date())));
  const [chosen, setChosen] = useState<ReportScope>({ kind: 'account', id: null });
  const [filter, setFilter] = useState<Filter>(null);
  const scope = standingScope(chosen, targets);
  const { from, to } = period;
  const { kind, id } = scope;
  const isPeriod = periodErrors(period) === null;
  const read = useLoaded(
    async () => (isPeriod ? readReport(db, { kind, id }, { from, to }) : NOTHING),
    [db, kind, id, from, to, isPeriod],
    FAILURE,
  );
  const report = read && buildReport(read.parts, filter);
  const isEmpty = report?.count === 0;
  const about = { period, scope: scopeName(scope, targets), filter };

  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.h2 fontSize="lg">{texts.TITLE}</chakra.h2>
        <chakra.div display="flex" gap="2" _print={{ display: 'none' }}>
          <Button variant="ghost" disabled={!report || isEmpty} onClick={() => window.print()}>
            {texts.PRINT}
          </Button>
          <Button
            variant="outline"
            disabled={!report || isEmpty}
            onClick={() => report && void exportReport(report, about, today(new Date()))}
          >
            {texts.EXPORT_CSV}
          </Button>
        </chakra.div>
      </chakra.div>
      <chakra.p display="none" _print={{ display: 'block' }}>
        {isPeriod && texts.coverage(formatDate(from), formatDate(to), about.scope, [...(filter ?? [])])}
      </chakra.p>
      <Card display="flex" flexDirection="column" gap="4" aria-label={texts.FILTERS} _print={{ display: 'none' }}>
        <ReportFilters
          period={period}
          scope={scope}
          targets={targets}
          onPeriod={setPeriod}
          onScope={(next) => {
            setChosen(next);
            setFilter(null);
          }}
        />
        <QuickPeriods period={period} onPeriod={setPeriod} />
        <CategoryFilter names={read ? categoryNames(read.parts) : []} filter={filter} onChange={setFilter} />
      </Card>
      {read && !read.complete && (
        <Alert tone="info" title={texts.ARRIVING_TITLE}>
          {texts.ARRIVING}
        </Alert>
      )}
      {report && (
        <>
          <ReportTotals report={report} />
          {isEmpty ? (
            <Card>
              <EmptyState icon={<ChartPieIcon />} title={texts.EMPTY_TITLE}>
                {texts.EMPTY_EXPLANATION}
              </EmptyState>
            </Card>
          ) : (
            <>
              <CategoryBreakdown report={report} />
              <OverTime step={read.step} sums={sumsOverTime(read, filter)} />
            </>
          )}
        </>
      )}
    </chakra.div>
  );
}
