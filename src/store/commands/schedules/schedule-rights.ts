/** What keeps the user from changing schedules, or what they say. */
import { refuseForm } from '#domain/outcome';
import type { ScheduleRow } from '#domain/rows';
import { can, canChangeSchedule } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';

type Refused = ReturnType<typeof refuseForm<CommandProblem>>;

/** Refuses who may not add a schedule, or what it says, to these accounts; null for who may. */
export async function refuseAddition(db: Database, actor: Actor, accounts: readonly string[]): Promise<Refused | null> {
  for (const accountId of accounts) {
    const { account } = await readAccess(db, actor.userId, { accountId });
    if (account === null) return refuseForm('not_found');
    if (!can(account, 'transaction.add')) return refuseForm('forbidden');
  }
  return null;
}

/** Refuses who may not change these schedules; null for who may. */
export async function refuseChange(
  db: Database,
  actor: Actor,
  schedules: readonly ScheduleRow[],
): Promise<Refused | null> {
  for (const { id, accountId } of schedules) {
    const current = await db.schedules.get(id);
    if (!current) return refuseForm('not_found');
    const { account } = await readAccess(db, actor.userId, { accountId });
    if (!canChangeSchedule(account, current.userId, actor.userId)) return refuseForm('forbidden');
  }
  return null;
}
