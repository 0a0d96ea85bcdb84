/** Command `schedule.delete`. */
import type { Delete } from '#domain/mutations/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { ScheduleRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { changeProblem } from './schedule-problem.ts';

/** Ends a schedule, of a transfer both. What it added stays. */
export async function deleteSchedule(
  db: Database,
  actor: Actor,
  { schedule, other }: { schedule: ScheduleRow; other: ScheduleRow | null },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const schedules = other ? [schedule, other] : [schedule];
  const operations = schedules.map(({ id }): Delete => ({ kind: 'delete', table: 'schedules', id }));
  return commitAction(db, actor, [{ operations }], { now }, async () => {
    const problem = await changeProblem(db, actor, schedules);
    return problem && refuseForm(problem);
  });
}
