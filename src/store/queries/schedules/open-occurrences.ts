/** What schedules say and nothing stands for yet: it is not added, not skipped, and no other entry took its place. */
import { byCreation } from '#domain/books/accounts';
import type { AccountRow, Role, ScheduleRow } from '#domain/rows';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { type Occurrence, occurrencesUntil } from '#domain/schedules/occurrences';
import { type ScheduleSides, sidesOf } from '#domain/schedules/sides';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { areKeysHere } from '../../imports/complete-keys.ts';
import type { KnownKey } from '../../imports/stored-keys.ts';
import { isSettled, readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';
import { readAccess } from '../accounts/access.ts';

/**
 * Why this device adds nothing of a schedule by itself. `remind`: its people want to be asked. `nobody`: who kept it
 * going left. `archived`: so is the account. `other_side`: the other account of the transfer is not here, or the user
 * may add nothing there. `sides_differ`: somebody changed one side alone. `viewer`: the user's role. `incomplete`: rows
 * or keys of the account are still to come.
 */
export type Holdup = 'remind' | 'nobody' | 'archived' | 'other_side' | 'sides_differ' | 'viewer' | 'incomplete';

/** A schedule as this device can carry it out. Of a transfer whose sides are both here, it is that of who pays. */
export interface PlannedSchedule extends ScheduleSides {
  /** Null where this device adds what is due. */
  holdup: Holdup | null;
}

export interface OpenOccurrence extends PlannedSchedule, Occurrence {}

/** All schedules that the user sees, the sides of a transfer as one, oldest first. */
export async function readSchedules(db: Database): Promise<PlannedSchedule[]> {
  const schedules = (await db.schedules.toArray()).sort(byCreation);
  const places = await readPlaces(db, [...new Set(schedules.map(({ accountId }) => accountId))]);
  return schedules.flatMap((schedule) => {
    const other = otherSideOf(schedule, schedules);
    if (other && schedule.type === 'income') return [];
    return { schedule, other, holdup: holdupOf(schedule, other, places) };
  });
}

/** Open occurrences up to a date, the oldest first. */
export async function readOpenOccurrences(db: Database, until: string): Promise<OpenOccurrence[]> {
  const planned = await readSchedules(db);
  const keys = await readAllKeys(db, planned);
  const isOpen = ({ id }: ScheduleRow, nominal: string) => !isSettled(keys.get(occurrenceKey(id, nominal))?.fate);
  const open = planned.flatMap(({ schedule, other, holdup }) =>
    occurrencesUntil(schedule, until)
      .filter(({ nominal }) => isOpen(schedule, nominal) && (!other || isOpen(other, nominal)))
      .map((occurrence): OpenOccurrence => ({ schedule, other, holdup, ...occurrence })),
  );
  return open.sort((one, next) => (one.date < next.date ? -1 : Number(one.date > next.date)));
}

async function readAllKeys(db: Database, planned: readonly PlannedSchedule[]): Promise<Map<string, KnownKey>> {
  const ofAccounts = Map.groupBy(planned.flatMap(sidesOf), ({ accountId }) => accountId);
  const read = await Promise.all(
    [...ofAccounts].map(([id, schedules]) => readOccurrenceKeys(db, id, new Set(schedules.map((one) => one.id)))),
  );
  return new Map(read.flatMap((keys) => [...keys]));
}

/** The other schedule of the transfer, if it is here. */
export function otherSideOf({ id, pairId }: ScheduleRow, schedules: readonly ScheduleRow[]): ScheduleRow | null {
  if (pairId === null) return null;
  return schedules.find((one) => one.pairId === pairId && one.id !== id) ?? null;
}

/** What this device knows of an account. */
interface PlaceOfSchedules {
  account: AccountRow | undefined;
  role: Role | null;
  isComplete: boolean;
}

async function readPlaces(db: Database, accounts: readonly string[]): Promise<Map<string, PlaceOfSchedules>> {
  const places = await Promise.all(
    accounts.map(async (accountId): Promise<[string, PlaceOfSchedules]> => {
      const [account, access, isComplete] = await Promise.all([
        db.accounts.get(accountId),
        readAccess(db, db.userId, { accountId }),
        areKeysHere(db, accountId),
      ]);
      return [accountId, { account, role: access.account, isComplete }];
    }),
  );
  return new Map(places);
}

function holdupOf(
  schedule: ScheduleRow,
  other: ScheduleRow | null,
  places: ReadonlyMap<string, PlaceOfSchedules>,
): Holdup | null {
  const sides = sidesOf({ schedule, other });
  const [place, otherPlace] = sides.map(({ accountId }) => places.get(accountId));
  if (!can(place?.role ?? null, 'transaction.add')) return 'viewer';
  if (sides.some(({ userId }) => userId === null)) return 'nobody';
  if (schedule.pairId !== null && (!other || !can(otherPlace?.role ?? null, 'transaction.add'))) return 'other_side';
  if (place?.account?.archived || otherPlace?.account?.archived) return 'archived';
  if (other && !areSidesAlike(schedule, other)) return 'sides_differ';
  if (!place?.isComplete || otherPlace?.isComplete === false) return 'incomplete';
  return sides.some(({ mode }) => mode === 'remind') ? 'remind' : null;
}

/** What both sides of a transfer have alike. */
export const ALIKE = ['amount', 'rhythm', 'weekend', 'startDate', 'endDate', 'count'] as const;

function areSidesAlike(one: ScheduleRow, other: ScheduleRow): boolean {
  return one.type !== other.type && ALIKE.every((field) => one[field] === other[field]);
}
