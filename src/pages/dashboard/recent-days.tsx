import { type ReactNode, useEffect, useState } from 'react';
import { formatDayOfYear } from '#domain/dates/dates';
import type { MonthSoFar } from '#domain/reports/recent-days';
import type { RecentDays } from '#store/queries/accounts/recent-days';
import { watchRecentDays } from '#store/queries/accounts/recent-days-watch';
import * as texts from '#texts/pages/dashboard';
import { useToday } from '../../features/dates/use-today.ts';
import { useDatabase } from '../../session/session.ts';
import { BalanceLine } from './balance-line.tsx';
import { type SumKind, writeEach } from './written-sums.ts';

export interface Recent {
  /** What this month brought, and what last month had brought until the same day. */
  trend: Record<SumKind, [now: string, before: string]>;
  line: ReactNode;
}

/** Reads the last days of these accounts, and hands over what the strip shows of them; null while it is unknown. */
export default function ReadRecentDays(props: {
  accountIds: readonly string[];
  onRead: (recent: Recent | null) => void;
}) {
  const { accountIds, onRead } = props;
  const today = useToday();
  const days = useRecentDays(accountIds, today);
  useEffect(() => {
    onRead(days && { trend: writeTrend(days.month), line: lineOf(days, today) });
  }, [days, today, onRead]);
  return null;
}

/** Nothing where all days are zero, as in an empty account: a flat line would tell nothing. */
function lineOf({ line }: RecentDays, today: string): ReactNode {
  return line.some((cents) => cents !== 0) && <BalanceLine line={line} today={today} />;
}

/** The last days of these accounts; null while they are not known, or cannot be read. Nobody misses them then. */
function useRecentDays(accountIds: readonly string[], today: string): RecentDays | null {
  const db = useDatabase();
  const ids = accountIds.join(' ');
  const [days, setDays] = useState<RecentDays | null>(null);
  useEffect(
    () => watchRecentDays(db, { accountIds: ids.split(' '), today }, setDays, () => setDays(null)),
    [db, ids, today],
  );
  return days;
}

function writeTrend({ now, before, day }: MonthSoFar): Recent['trend'] {
  const [these, those] = [writeEach(now, 'not_zero'), writeEach(before, 'not_zero')];
  const of = (kind: SumKind): [string, string] => [
    texts.thisMonth(these[kind]),
    texts.untilThen(those[kind], formatDayOfYear(day)),
  ];
  return { balance: of('balance'), income: of('income'), expense: of('expense') };
}
