/** Command `occurrence.skip`. */
import type { OccurrenceCall } from '#domain/mutations/occurrence-calls';
import type { Outcome } from '#domain/outcome';
import { occurrenceKey } from '#domain/schedules/occurrence-key';
import { sidesOf } from '#domain/schedules/sides';
import type { Database } from '../../database/database.ts';
import type { OpenOccurrence } from '../../queries/schedules/open-occurrences.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { refuseAddition } from './schedule-rights.ts';

/** Leaves out one occurrence, of a transfer on both sides. */
export async function skipOccurrence(
  db: Database,
  actor: Actor,
  occurrence: Pick<OpenOccurrence, 'schedule' | 'other' | 'nominal'>,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const schedules = sidesOf(occurrence);
  const operations = schedules.map(
    ({ id: scheduleId, accountId }): OccurrenceCall => ({
      kind: 'call',
      name: 'occurrence.skip',
      arguments: { accountId, scheduleId, key: occurrenceKey(scheduleId, occurrence.nominal) },
    }),
  );
  const accounts = schedules.map(({ accountId }) => accountId);
  return commitAction(db, actor, [{ operations }], { now }, () => refuseAddition(db, actor, accounts));
}
