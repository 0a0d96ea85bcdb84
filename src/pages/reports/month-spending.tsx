import { chakra } from '@chakra-ui/react';
import { Suspense, useMemo } from 'react';
import { formatMoney } from '#domain/money/money';
import { firstComparedDay, spendingByDay } from '#domain/reports/month-spending';
import type { CategoryFilter } from '#domain/reports/report';
import { type ReportScope, readEachDay } from '#store/queries/reports';
import * as failures from '#texts/failures';
import * as texts from '#texts/pages/reports';
import { Card } from '#ui/card';
import { ChartFrame } from '#ui/charts/chart-frame';
import { onDemand } from '#ui/on-demand';
import { useToday } from '../../features/dates/use-today.ts';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { ChartTable } from './chart-table.tsx';

const SpendingChart = onDemand(() => import('./spending-chart.tsx'));

const FAILURE = { title: failures.TRANSACTIONS_LOAD, description: texts.LOAD_FAILED };

/** What was spent in this month, day by day, against the three months before. It does not depend on the period. */
export function MonthSpending({ scope: { kind, id }, filter }: { scope: ReportScope; filter: CategoryFilter }) {
  const db = useDatabase();
  const today = useToday();
  const parts = useLoaded(
    () => readEachDay(db, { kind, id }, { from: firstComparedDay(today), to: today }),
    [db, kind, id, today],
    FAILURE,
  );
  const days = useMemo(() => parts && spendingByDay(parts, filter, today), [parts, filter, today]);
  const now = days?.findLast(({ spent }) => spent !== null);
  // Nothing to compare with would be an empty chart.
  if (!days || !now || days.every(({ usual }) => usual === 0)) return null;
  return (
    <Card aria-labelledby="report-spending">
      <chakra.h3 id="report-spending" fontSize="md" mb="1">
        {texts.SPENDING}
      </chakra.h3>
      <chakra.p color="fg.muted" fontSize="sm" mb="3">
        {texts.spentSoFar(formatMoney(now.spent ?? 0), formatMoney(now.usual))}
      </chakra.p>
      <Suspense fallback={<ChartFrame />}>
        <SpendingChart days={days} />
      </Suspense>
      <ChartTable
        label={texts.SPENDING}
        heads={[texts.DAY, texts.THIS_MONTH, texts.USUAL]}
        rows={days.map(({ day, spent, usual }) => [
          texts.untilDay(day),
          spent === null ? '' : formatMoney(spent),
          formatMoney(usual),
        ])}
      />
    </Card>
  );
}
