import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { formatDate, lastMonthUntil, type Period, today } from '#domain/dates';
import { buildReport, categoryNames, type CategoryFilter as Filter } from '#domain/report';
import { type ReportScope, readReport } from '#store/queries/reports';
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
import { MonthsChart } from './months-chart.tsx';
import { periodErrors, ReportFilters } from './report-filters.tsx';
import { ReportTotals } from './report-totals.tsx';
import { type ReportTargets, scopeName, standingScope, useReportTargets } from './use-report-targets.ts';

const FAILURE = { title: 'Failed to load transactions', description: 'The report could not be made.' };

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
    async () => (isPeriod ? readReport(db, { kind, id }, { from, to }) : { months: [], complete: true }),
    [db, kind, id, from, to, isPeriod],
    FAILURE,
  );
  const report = read && buildReport(read.months, filter);
  const isEmpty = report?.count === 0;
  const about = { period, scope: scopeName(scope, targets), filter };

  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', md: '5' }}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.h2 fontSize="lg">Financial Report</chakra.h2>
        <chakra.div display="flex" gap="2" _print={{ display: 'none' }}>
          <Button variant="ghost" disabled={!report || isEmpty} onClick={() => window.print()}>
            Print
          </Button>
          <Button
            variant="outline"
            disabled={!report || isEmpty}
            onClick={() => report && void exportReport(report, about, today(new Date()))}
          >
            Export CSV
          </Button>
        </chakra.div>
      </chakra.div>
      <chakra.p display="none" _print={{ display: 'block' }}>
        {isPeriod && `${formatDate(from)} to ${formatDate(to)}`} · {about.scope}
        {filter && ` · ${[...filter].join(', ')}`}
      </chakra.p>
      <Card
        display="flex"
        flexDirection="column"
        gap="4"
        aria-label="What the report covers"
        _print={{ display: 'none' }}
      >
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
        <CategoryFilter names={read ? categoryNames(read.months) : []} filter={filter} onChange={setFilter} />
      </Card>
      {read && !read.complete && (
        <Alert tone="info" title="Older entries are still arriving">
          Days at the edge of the period are missing until they are on this device.
        </Alert>
      )}
      {report && (
        <>
          <ReportTotals report={report} />
          {isEmpty ? (
            <Card>
              <EmptyState icon={<ChartPieIcon />} title="No data for the selected period">
                Choose another period, or other categories.
              </EmptyState>
            </Card>
          ) : (
            <>
              <CategoryBreakdown report={report} />
              <MonthsChart report={report} />
            </>
          )}
        </>
      )}
    </chakra.div>
  );
}
