import { memo } from 'react';
import type { CategoryFilter, Report } from '#domain/reports/report';
import type { CategoryGroups } from '#domain/reports/report-groups';
import { sumsOverTime } from '#domain/reports/report-steps';
import type { Counted } from '#domain/transactions/written-filter';
import type { ReportLines } from '#store/queries/reports';
import * as texts from '#texts/pages/reports';
import { Alert } from '#ui/alert';
import { CategoryBreakdown } from './category-breakdown.tsx';
import { EmptyReport } from './empty-report.tsx';
import { OverTime } from './over-time.tsx';
import { OtherChanges, ReportTotals } from './report-totals.tsx';

/** The sums of the report: in total, by category and over time. */
export const ReportSums = memo(function ReportSums(props: {
  read: ReportLines;
  report: Report;
  filter: CategoryFilter;
  groups: CategoryGroups;
  /** What all of it counts; null leads to no rows. */
  counted: Counted | null;
}) {
  const { read, report, filter, groups, counted } = props;
  return (
    <>
      {!read.complete && (
        <Alert tone="info" title={texts.ARRIVING_TITLE}>
          {texts.ARRIVING}
        </Alert>
      )}
      <ReportTotals report={report} counted={counted} />
      {report.others.length > 0 && <OtherChanges others={report.others} counted={counted} />}
      {report.count === 0 ? (
        <EmptyReport />
      ) : (
        <>
          <CategoryBreakdown report={report} groups={groups} counted={counted} />
          <OverTime step={read.step} sums={sumsOverTime(read, filter)} counted={counted} />
        </>
      )}
    </>
  );
});
