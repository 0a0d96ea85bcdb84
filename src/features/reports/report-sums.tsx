import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { memo } from 'react';
import type { CategoryFilter, Report } from '#domain/report';
import type { CategoryGroups } from '#domain/report-groups';
import { sumsOverTime } from '#domain/report-steps';
import type { Counted } from '#domain/written-filter';
import { readCategoryGroups } from '#store/queries/category-groups';
import type { ReportLines } from '#store/queries/reports';
import { ADD_TRANSACTION } from '#texts/actions';
import * as texts from '#texts/reports';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon } from '#ui/icons';
import { useAddableAccounts } from '../accounts/use-addable-accounts.ts';
import { useDatabase } from '../session/session.tsx';
import { toAdd } from '../transactions/quick-entry/to-add.ts';
import { CategoryBreakdown } from './category-breakdown.tsx';
import { OverTime } from './over-time.tsx';
import { ReportTotals } from './report-totals.tsx';

const NO_GROUPS: CategoryGroups = new Map();

/** The sums of the report: in total, by category and over time. */
export const ReportSums = memo(function ReportSums(props: {
  read: ReportLines;
  report: Report;
  filter: CategoryFilter;
  /** What all of it counts; null leads to no rows. */
  counted: Counted | null;
}) {
  const { read, report, filter, counted } = props;
  const db = useDatabase();
  const groups = useLiveQuery(() => readCategoryGroups(db), [db], NO_GROUPS);
  const mayAdd = (useAddableAccounts()?.accounts ?? []).length > 0;
  return (
    <>
      {!read.complete && (
        <Alert tone="info" title={texts.ARRIVING_TITLE}>
          {texts.ARRIVING}
        </Alert>
      )}
      <ReportTotals report={report} counted={counted} />
      {report.count === 0 ? (
        <Card>
          <EmptyState
            icon={<ChartPieIcon />}
            title={texts.EMPTY_TITLE}
            action={
              mayAdd && (
                <Button asChild>
                  <Link to="." search={toAdd}>
                    {ADD_TRANSACTION}
                  </Link>
                </Button>
              )
            }
          >
            {texts.EMPTY_EXPLANATION}
          </EmptyState>
        </Card>
      ) : (
        <>
          <CategoryBreakdown report={report} groups={groups} counted={counted} />
          <OverTime step={read.step} sums={sumsOverTime(read, filter)} counted={counted} />
        </>
      )}
    </>
  );
});
