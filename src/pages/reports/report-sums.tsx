import { chakra } from '@chakra-ui/react';
import { memo, Suspense, useDeferredValue, useId, useState } from 'react';
import type { Before } from '#domain/reports/compared';
import type { CategoryFilter, Report } from '#domain/reports/report';
import type { CategoryGroups } from '#domain/reports/report-groups';
import { sumsOverTime } from '#domain/reports/report-steps';
import type { Counted } from '#domain/transactions/written-filter';
import type { ComparedLines } from '#store/queries/reports';
import * as texts from '#texts/pages/reports';
import { Alert } from '#ui/alert';
import { onDemand } from '#ui/on-demand';
import { BalanceOverTime } from './balance-over-time.tsx';
import { CategoryBreakdown } from './category-breakdown.tsx';
import { Chip, Chips } from './chips.tsx';
import { EmptyReport } from './empty-report.tsx';
import { MonthSpending } from './month-spending.tsx';
import { OverTime } from './over-time.tsx';
import { OtherChanges, ReportTotals } from './report-totals.tsx';

/** Loaded when somebody wants it. */
const PayeeBreakdown = onDemand(() => import('./payee-breakdown.tsx'));

type By = 'category' | 'payee';

/** The sums of the report: in total, by category or payee, and over time. */
export const ReportSums = memo(function ReportSums(props: {
  read: ComparedLines;
  report: Report;
  before: Before | null;
  filter: CategoryFilter;
  groups: CategoryGroups;
  /** What all of it counts; null leads to no rows. */
  counted: Counted | null;
}) {
  const { read, report, before, filter, groups, counted } = props;
  const [by, setBy] = useState<By>('category');
  // Charts take several times as long as all sums, so these come first. Then React draws the charts in small pieces.
  const charts = useDeferredValue(<Charts read={read} report={report} filter={filter} counted={counted} />, null);
  return (
    <>
      {!read.complete && (
        <Alert tone="info" title={texts.ARRIVING_TITLE}>
          {texts.ARRIVING}
        </Alert>
      )}
      <ReportTotals report={report} before={before} counted={counted} />
      {report.others.length > 0 && <OtherChanges others={report.others} counted={counted} />}
      {report.count === 0 ? (
        <>
          <EmptyReport />
          {before && <CategoryBreakdown report={report} before={before} groups={groups} counted={null} />}
        </>
      ) : (
        <>
          <BreakdownChoice by={by} onChange={setBy} />
          {by === 'category' ? (
            <CategoryBreakdown report={report} before={before} groups={groups} counted={counted} />
          ) : (
            <Suspense>
              <PayeeBreakdown scope={read.scope} period={read.period} filter={filter} />
            </Suspense>
          )}
        </>
      )}
      {charts}
    </>
  );
});

/** What stands below the sums of the report. */
const Charts = memo(function Charts(props: {
  read: ComparedLines;
  report: Report;
  filter: CategoryFilter;
  counted: Counted | null;
}) {
  const { read, report, filter, counted } = props;
  return (
    <>
      {report.count > 0 && <OverTime step={read.step} sums={sumsOverTime(read, filter)} counted={counted} />}
      {/* A balance is of all categories. */}
      {report.count > 0 && filter === null && read.balanceBefore !== null && read.complete && (
        <BalanceOverTime read={read} before={read.balanceBefore} />
      )}
      <MonthSpending scope={read.scope} filter={filter} />
    </>
  );
});

function BreakdownChoice({ by, onChange }: { by: By; onChange: (by: By) => void }) {
  const group = useId();
  return (
    <chakra.div _print={{ display: 'none' }}>
      <Chips label={texts.BREAKDOWN}>
        <Chip
          label={texts.BY_CATEGORY}
          group={group}
          checked={by === 'category'}
          onChange={() => onChange('category')}
        />
        <Chip label={texts.BY_PAYEE} group={group} checked={by === 'payee'} onChange={() => onChange('payee')} />
      </Chips>
    </chakra.div>
  );
}
