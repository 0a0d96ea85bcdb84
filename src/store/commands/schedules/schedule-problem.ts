import type { ScheduleRow } from '#domain/rows';
import { can, canChangeSchedule } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';

/** Why the user may not add a schedule, or what it says, to these accounts; null when they may. */
export async function additionProblem(
  db: Database,
  actor: Actor,
  accounts: readonly string[],
): Promise<CommandProblem | null> {
  for (const accountId of accounts) {
    const { account } = await readAccess(db, actor.userId, { accountId });
    if (account === null) return 'not_found';
    if (!can(account, 'transaction.add')) return 'forbidden';
  }
  return null;
}

/** Why the user may not change these schedules; null when they may. */
export async function changeProblem(
  db: Database,
  actor: Actor,
  schedules: readonly ScheduleRow[],
): Promise<CommandProblem | null> {
  for (const { id, accountId } of schedules) {
    const current = await db.schedules.get(id);
    if (!current) return 'not_found';
    const { account } = await readAccess(db, actor.userId, { accountId });
    if (!canChangeSchedule(account, current.userId, actor.userId)) return 'forbidden';
  }
  return null;
}
