/** What keeps people with a role from what an entry does. */
import { type Access, can, canChangeSchedule, type Obstacle, obstacleTo, TO_CHANGE } from '#domain/sharing/roles';
import type { EntryFields, EntrySubject } from '#store/queries/rows/entry-subject';

/** The account and budget in which the user needs a role for this entry. */
export function placeOf({ operation, meant }: EntrySubject): { accountId: string; budgetId: string | null } {
  const ofAccount = operation.kind !== 'call' && operation.table === 'accounts';
  return { accountId: String(ofAccount ? meant.id : meant.accountId), budgetId: idIn(meant.budgetId) };
}

/** What keeps people with these roles from what the entry does; null where nothing does, and for calls. */
export function obstacleIn(subject: EntrySubject, access: Access, userId: string): Obstacle | null {
  const { operation, meant } = subject;
  if (operation.kind === 'call') return null;
  if (operation.table === 'transactions') return obstacleToTransaction(subject, access, userId);
  if (operation.table === 'accounts' && operation.kind === 'insert') return null;
  if (operation.table === 'schedules') {
    const maker = operation.kind === 'insert' ? userId : idIn(meant.userId);
    return canChangeSchedule(access.account, maker, userId) ? null : 'role';
  }
  const isLast = operation.table === 'accounts' && operation.kind === 'delete';
  return can(access.account, isLast ? 'account.delete' : TO_CHANGE[operation.table]) ? null : 'role';
}

function obstacleToTransaction(subject: EntrySubject, access: Access, userId: string): Obstacle | null {
  const { operation, current, meant } = subject;
  const type = meant.type === 'income' ? 'income' : 'expense';
  const isReconciled = current?.status === 'reconciled';
  const row = {
    type,
    budgetId: idIn(meant.budgetId),
    userId: String(meant.userId ?? userId),
    status: isReconciled ? 'reconciled' : 'open',
  } as const;
  return obstacleTo(access, row, operation.kind === 'patch' ? operation.after : {}, userId);
}

function idIn(value: EntryFields[string] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
