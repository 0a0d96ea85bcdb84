/** Schedules of a copy, as the user is to get them. */
import type { Copy, CopySchedule } from '#copy/format';
import { UNCATEGORIZED } from '#domain/books/categories';
import { shiftDays } from '#domain/dates/dates';
import type { Insert } from '#domain/mutations/operations';
import { nextOccurrences, occurrencesUntil } from '#domain/schedules/occurrences';
import { FARTHEST_MOVE } from '#domain/schedules/weekend';
import { TRANSFER } from '#domain/transactions/transfers';
import type { Database } from '../database/database.ts';
import { idIn, openTarget, type Target, type Targets } from './targets.ts';

interface Missing {
  schedule: CopySchedule;
  target: Target;
  id: string;
}

/**
 * What is not here. A schedule that comes back into its own account is as it was, and its occurrences have their keys
 * there. Elsewhere it has others. So it goes on after what the copy has of it, and only reminds.
 */
export async function missingSchedules(
  db: Database,
  copy: Copy,
  targets: Targets,
): Promise<{ target: Target; insert: Insert }[]> {
  const missing: Missing[] = [];
  for (const schedule of copy.schedules) {
    const target = openTarget(targets, schedule.accountId);
    const id = target && idIn(target, schedule.id);
    if (target && id !== null && !(await db.schedules.get(id))) missing.push({ schedule, target, id });
  }
  return missing.flatMap((one) => {
    const { contributor, settledUntil, ...row } = one.schedule;
    const left = one.target.isItself ? row : rest(one.schedule);
    if (!left) return [];
    const moved = { ...row, ...left, id: one.id, accountId: one.target.id, ...pairIn(one, missing) };
    return { target: one.target, insert: { kind: 'insert', table: 'schedules', row: moved } };
  });
}

/** What is left of a schedule; null when nothing is. */
function rest(schedule: CopySchedule): Pick<CopySchedule, 'startDate' | 'count' | 'mode'> | null {
  const { startDate, count, settledUntil } = schedule;
  const mode = 'remind';
  if (settledUntil === null) return { startDate, count, mode };
  const next = nextDay(schedule, settledUntil);
  if (next === null) return null;
  const until = occurrencesUntil(schedule, shiftDays(next, FARTHEST_MOVE));
  const before = until.filter(({ nominal }) => nominal < next).length;
  // Intervals go on from there, because it is a day of the rhythm.
  return { startDate: next, count: count === null ? null : count - before, mode };
}

/** The first day of the rhythm after this one. */
function nextDay(schedule: CopySchedule, after: string): string | null {
  // Weekends move dates, so some of the first ones may be days before.
  const some = nextOccurrences(schedule, shiftDays(after, -FARTHEST_MOVE), 2 * FARTHEST_MOVE + 4);
  return some.find(({ nominal }) => nominal > after)?.nominal ?? null;
}

/** Both sides of a transfer come together. A side alone is an income or expense that the user has yet to name. */
function pairIn({ schedule, target }: Missing, missing: readonly Missing[]): Pick<CopySchedule, 'pairId' | 'category'> {
  const { pairId, id, category } = schedule;
  if (pairId === null) return { pairId, category };
  const other = missing.find((one) => one.schedule.pairId === pairId && one.schedule.id !== id);
  if (target.isItself && (!other || other.target.isItself)) return { pairId, category };
  if (!other) return { pairId: null, category: category === TRANSFER ? UNCATEGORIZED : category };
  const from = schedule.type === 'expense' ? target : other.target;
  return { pairId: idIn({ id: from.id, isItself: false }, pairId), category };
}
