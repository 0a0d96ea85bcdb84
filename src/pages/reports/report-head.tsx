import { chakra } from '@chakra-ui/react';
import { memo } from 'react';
import { formatDate, type Period, today } from '#domain/dates/dates';
import type { CategoryFilter, Report } from '#domain/reports/report';
import * as texts from '#texts/pages/reports';
import { Button } from '#ui/button';
import { exportReport } from './export-report.ts';

/** The report's title and actions. On paper also the period and scope that the report was read for. */
export const ReportHead = memo(function ReportHead(props: {
  period: Period | undefined;
  report: Report | undefined;
  scope: string;
  filter: CategoryFilter;
}) {
  const { period, report, scope, filter } = props;
  const isThere = period !== undefined && report !== undefined && report.count > 0;
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
        <chakra.h2 fontSize="lg">{texts.TITLE}</chakra.h2>
        <chakra.div display="flex" gap="2" _print={{ display: 'none' }}>
          <Button variant="ghost" disabled={!isThere} onClick={() => window.print()}>
            {texts.PRINT}
          </Button>
          <Button
            variant="outline"
            disabled={!isThere}
            onClick={() => isThere && exportReport(report, { period, scope, filter }, today(new Date()))}
          >
            {texts.EXPORT_CSV}
          </Button>
        </chakra.div>
      </chakra.div>
      <chakra.p display="none" _print={{ display: 'block' }}>
        {period && texts.coverage(formatDate(period.from), formatDate(period.to), scope, [...(filter ?? [])])}
      </chakra.p>
    </>
  );
});
