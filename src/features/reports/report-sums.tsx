import { memo } from 'react';
import type { CategoryFilter, Report } from '#domain/report';
import { sumsOverTime } from '#domain/report-steps';
import type { ReportLines } from '#store/queries/reports';
import * as texts from '#texts/reports';
import { Alert } from '#ui/alert';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon } from '#ui/icons';
import { CategoryBreakdown } from './category-breakdown.tsx';
import { OverTime } from './over-time.tsx';
import { ReportTotals } from './report-totals.tsx';

/** The sums of the report: in total, by category and over time. */
export const ReportSums = memo(function ReportSums(props: {
  read: ReportLines;
  report: Report;
  filter: CategoryFilter;
}) {
  const { read, report, filter } = props;
  return (
    <>
      {!read.complete && (
        <Alert tone="info" title={texts.ARRIVING_TITLE}>
          {texts.ARRIVING}
        </Alert>
      )}
      <ReportTotals report={report} />
      {report.count === 0 ? (
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
  );
});
