/** Command `schedule.delete`. */
import type { Delete } from '#domain/mutations/operations';
import type { Outcome } from '#domain/outcome';
import { type ScheduleSides, sidesOf } from '#domain/schedules/sides';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { refuseChange } from './schedule-rights.ts';

/** Ends a schedule, of a transfer both. What it added stays. */
export async function deleteSchedule(
  db: Database,
  actor: Actor,
  sides: ScheduleSides,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const schedules = sidesOf(sides);
  const operations = schedules.map(({ id }): Delete => ({ kind: 'delete', table: 'schedules', id }));
  return commitAction(db, actor, [{ operations }], { now }, () => refuseChange(db, actor, schedules));
}
