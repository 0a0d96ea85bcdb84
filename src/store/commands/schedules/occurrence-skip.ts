/** Command `occurrence.skip`. */
import type { OccurrenceCall } from '#domain/mutations/occurrence-calls';
import { type Outcome, refuseForm } from '#domain/outcome';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import type { Database } from '../../database/database.ts';
import type { OpenOccurrence } from '../../queries/schedules/open-occurrences.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { additionProblem } from './schedule-problem.ts';

/** Leaves out one occurrence, of a transfer on both sides. */
export async function skipOccurrence(
  db: Database,
  actor: Actor,
  { schedule, other, nominal }: Pick<OpenOccurrence, 'schedule' | 'other' | 'nominal'>,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const schedules = other ? [schedule, other] : [schedule];
  const operations = schedules.map(
    ({ id: scheduleId, accountId }): OccurrenceCall => ({
      kind: 'call',
      name: 'occurrence.skip',
      arguments: { accountId, scheduleId, key: occurrenceKey(scheduleId, nominal) },
    }),
  );
  return commitAction(db, actor, [{ operations }], { now }, async () => {
    const problem = await additionProblem(
      db,
      actor,
      schedules.map(({ accountId }) => accountId),
    );
    return problem && refuseForm(problem);
  });
}
