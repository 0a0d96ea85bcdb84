/** Commands `schedule.update` and `schedule.keep`. */
import { shiftDays, today } from '#domain/dates/dates';
import { changedFields, plainFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import type { Outcome } from '#domain/outcome';
import type { ScheduleRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { occurrencesUntil } from '#domain/schedules/occurrences';
import { parseRhythm } from '#domain/schedules/rhythm';
import { type ScheduleSides, sidesOf } from '#domain/schedules/sides';
import type { Database } from '../../database/database.ts';
import { isSettled, readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { refuseChange } from './schedule-rights.ts';

type Changed = Outcome<{ mutationId: string | null; actionId: string | null }, never, CommandProblem>;

/**
 * Changes what differs, for what is not added or skipped yet. Another rhythm or start counts from after the last
 * occurrence that is. Of a transfer, both schedules get the same. Returns a mutation id of null when nothing changed.
 */
export async function updateSchedule(
  db: Database,
  actor: Actor,
  { schedule, other }: ScheduleSides,
  fields: Partial<Omit<ScheduleFields, 'accountId'>>,
  now: Date = new Date(),
): Promise<Changed> {
  const timed = await afterLastSettled(db, schedule, fields, now);
  // The sides of a transfer keep their own type, category and lines.
  const { type, category, lines, refund, ...shared } = timed;
  const patches = other ? [patchOf(schedule, shared), patchOf(other, shared)] : [patchOf(schedule, timed)];
  return change(db, actor, { schedule, other }, patches, now);
}

/** Keeps going what nobody kept going: this user is its maker from now on. */
export function keepSchedule(
  db: Database,
  actor: Actor,
  sides: ScheduleSides,
  now: Date = new Date(),
): Promise<Changed> {
  const patches = sidesOf(sides).map((one) => patchOf(one, { userId: actor.userId }));
  return change(db, actor, sides, patches, now);
}

/** A schedule whose other side is gone goes on as a plain income or expense. */
export function unpairSchedule(
  db: Database,
  actor: Actor,
  { schedule, category }: { schedule: ScheduleRow; category: string },
  now: Date = new Date(),
): Promise<Changed> {
  return change(db, actor, { schedule, other: null }, [patchOf(schedule, { pairId: null, category })], now);
}

async function change(
  db: Database,
  actor: Actor,
  sides: ScheduleSides,
  patches: readonly (Patch | null)[],
  now: Date,
): Promise<Changed> {
  const operations = patches.flatMap((patch) => patch ?? []);
  if (operations.length === 0) return { ok: true, mutationId: null, actionId: null };
  return commitAction(db, actor, [{ operations }], { now }, () => refuseChange(db, actor, sidesOf(sides)));
}

function patchOf(row: ScheduleRow, fields: Partial<ScheduleRow>): Patch | null {
  const changed = changedFields('schedules', plainFields(row), plainFields({ ...row, ...fields }));
  return changed && { kind: 'patch', table: 'schedules', id: row.id, seen: seenOf(row), ...changed };
}

/** An occurrence may be added before its day, but not by more than this many days. */
const AHEAD_DAYS = 400;

/** The fields with a start after the last occurrence that is settled, where another rhythm could repeat that one. */
async function afterLastSettled<Fields extends Partial<ScheduleFields>>(
  db: Database,
  schedule: ScheduleRow,
  fields: Fields,
  now: Date,
): Promise<Fields> {
  const { rhythm = schedule.rhythm, startDate = schedule.startDate } = fields;
  if (rhythm === schedule.rhythm && startDate === schedule.startDate) return fields;
  const keys = await readOccurrenceKeys(db, schedule.accountId, new Set([schedule.id]));
  if (keys.size === 0) return fields;
  const latest = [startDate, schedule.startDate, today(now)].reduce((one, other) => (other > one ? other : one));
  const until = shiftDays(latest, AHEAD_DAYS);
  const last = occurrencesUntil(schedule, until).findLast(({ nominal }) =>
    isSettled(keys.get(occurrenceKey(schedule.id, nominal))?.fate),
  );
  if (!last || startDate > last.nominal) return fields;
  const parsed = parseRhythm(rhythm);
  return { ...fields, startDate: shiftDays(last.nominal, parsed.every === 'day' ? parsed.interval : 1) };
}
