/** Command `schedule.add`. */
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import type { Outcome } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { occurrenceNear } from '#domain/schedules/takes-place';
import { TRANSFER } from '#domain/transactions/transfers';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { placeOf } from './occurrence-link.ts';
import { refuseAddition } from './schedule-rights.ts';

interface Additions {
  /** The account that receives, of a transfer. Then the schedule is that of the account that pays. */
  toAccountId?: string | undefined;
  /** The entry that is made to repeat, or both its sides, as the user saw them. It is the occurrence of its days. */
  entries?: readonly TransactionRow[];
}

/** Makes a schedule, of a transfer one in each account. What is due is added by `occurrences.add-due`. */
export async function addSchedule(
  db: Database,
  actor: Actor,
  fields: ScheduleFields,
  { toAccountId, entries = [] }: Additions = {},
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string; id: string }, never, CommandProblem>> {
  const pairId = toAccountId === undefined ? null : newId();
  const insertOf = (own: Partial<ScheduleFields>): Extract<Insert, { table: 'schedules' }> => {
    const row = { ...fields, ...own, id: newId(), createdAt: now.toISOString(), pairId };
    return { kind: 'insert', table: 'schedules', row };
  };
  const side = { category: TRANSFER, lines: null, refund: false };
  const made =
    toAccountId === undefined
      ? [insertOf({})]
      : [insertOf({ ...side, type: 'expense' }), insertOf({ ...side, type: 'income', accountId: toAccountId })];
  const links = linksTo(
    made.map(({ row }) => row),
    entries,
  );
  const operations: Operation[] = [...made, ...links];
  const accounts = made.map(({ row }) => row.accountId);
  const refuse = () => refuseAddition(db, actor, accounts);
  const committed = await commitAction(db, actor, [{ operations }], { now, seen: [...entries] }, refuse);
  return committed.ok ? { ...committed, id: made[0]?.row.id ?? '' } : committed;
}

/**
 * The entries take the place of the occurrence that is nearest to the first one's day. Both sides of a transfer are one
 * occurrence, though the money may arrive days later.
 */
function linksTo(
  schedules: readonly Extract<Insert, { table: 'schedules' }>['row'][],
  entries: readonly TransactionRow[],
): Patch[] {
  const sides = schedules.flatMap((schedule) => {
    const entry = entries.find(({ accountId }) => accountId === schedule.accountId);
    return entry ? [{ schedule, entry }] : [];
  });
  const [first] = sides;
  const occurrence = first && occurrenceNear(first.schedule, first.entry.date);
  if (!occurrence) return [];
  return sides.map(({ schedule, entry }) => placeOf(entry, schedule.id, occurrence.nominal));
}
