/** Command `occurrence.place`: an entry that is there takes the place of an occurrence. */
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { canSetStatus } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import type { OpenOccurrence } from '../../queries/schedules/open-occurrences.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { placeOf } from './occurrence-link.ts';

/** `entry`: a row of the schedule's account, as the user saw it. */
export async function placeOccurrence(
  db: Database,
  actor: Actor,
  { schedule, nominal }: Pick<OpenOccurrence, 'schedule' | 'nominal'>,
  entry: TransactionRow,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; actionId: string }, never, CommandProblem>> {
  const operations = [placeOf(entry, schedule.id, nominal)];
  return commitAction(db, actor, [{ operations }], { now, seen: [entry] }, async () => {
    const access = await readAccess(db, actor.userId, { accountId: schedule.accountId });
    const isAllowed = entry.accountId === schedule.accountId && canSetStatus(access, entry, actor.userId);
    return isAllowed ? null : refuseForm('forbidden');
  });
}
