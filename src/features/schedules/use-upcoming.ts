import { useLiveQuery } from 'dexie-react-hooks';
import type { Role } from '#domain/rows';
import { type PlannedSchedule, readSchedules } from '#store/queries/schedules/open-occurrences';
import { readUpcoming, type Upcoming } from '#store/queries/schedules/upcoming';
import { sharedAccounts } from '#store/queries/sharing/shared-accounts';
import * as texts from '#texts/schedules/schedules';
import * as transfers from '#texts/transactions/transfers';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { useToday } from '../dates/use-today.ts';
import { type Rights, rightsOf } from './rights.ts';

const FAILURE = { title: texts.LOAD_FAILURE };

/** What is due and what comes; undefined before the first read. */
export function useUpcoming(): Upcoming | undefined {
  const db = useDatabase();
  const day = useToday();
  // Another day is another question. The query takes today from the server's clock.
  return useLoaded(() => readUpcoming(db), [db, day], FAILURE);
}

/** All schedules, the sides of a transfer as one; undefined before the first read. */
export function useSchedules(): PlannedSchedule[] | undefined {
  const db = useDatabase();
  return useLoaded(() => readSchedules(db), [db], FAILURE);
}

export interface Places {
  /** The account, or both accounts of a transfer. */
  placeOf: (planned: Pick<PlannedSchedule, 'schedule' | 'other'>) => string;
  rightsOf: (planned: PlannedSchedule) => Rights;
  /** Several people have it. */
  isShared: (accountId: string) => boolean;
  /** There is more than one account, so rows say whose they are. */
  areMany: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** What the screens say of the accounts of schedules, and what the user may do there; undefined before it is known. */
export function usePlaces(): Places | undefined {
  const db = useDatabase();
  const { userId } = useActor();
  const accounts = useAccounts();
  const shared = useLiveQuery(() => sharedAccounts(db), [db], NONE);
  if (!accounts) return undefined;
  const roles = new Map<string, Role | null>(accounts.map(({ account, role }) => [account.id, role]));
  const names = new Map(accounts.map(({ account }) => [account.id, account.name]));
  const nameOf = (id: string | undefined) =>
    (id === undefined ? undefined : names.get(id)) ?? transfers.ANOTHER_ACCOUNT;
  return {
    placeOf: ({ schedule, other }) => {
      const [own, far] = [nameOf(schedule.accountId), nameOf(other?.accountId)];
      if (schedule.pairId === null) return own;
      return schedule.type === 'expense' ? texts.between(own, far) : texts.between(far, own);
    },
    rightsOf: (planned) => rightsOf(planned, roles, userId),
    isShared: (accountId) => shared.has(accountId),
    areMany: accounts.length > 1,
  };
}
