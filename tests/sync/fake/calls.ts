/** The named commands of `sync_push` in memory. */
import type { Call } from '#domain/operations';
import { atLeast, roleInAccount } from './state.ts';
import { Refused, type Work } from './work.ts';

export function callOperation(work: Work, operation: Call) {
  switch (operation.name) {
    case 'category.rename':
      return rename(work, operation.arguments);
    case 'membership.leave':
    case 'membership.remove':
      return endMembership(work, operation.arguments.id);
    case 'membership.change_role': {
      const row = work.state.tables.memberships.get(operation.arguments.id);
      if (!row) throw new Refused('gone');
      if (!atLeast(roleInAccount(work.state, work.userId, row.accountId), 'admin')) throw new Refused('forbidden');
      const version = work.number(row.accountId);
      work.write('memberships', { ...row, role: operation.arguments.role, version });
      return;
    }
    case 'invitation.accept':
    case 'invitation.decline':
    case 'invitation.revoke': {
      const row = work.state.invitations.get(operation.arguments.id);
      if (!row) throw new Refused('gone');
      if (row.status !== 'pending') throw new Refused('settled');
      throw new Refused('forbidden');
    }
  }
}

function rename(work: Work, { type, from, to }: { type: string; from: string; to: string }) {
  const { state, userId } = work;
  const isNamed = (accountId: string, row: { type: string }, name: string) =>
    state.tables.accounts.get(accountId)?.ownerId === userId && row.type === type && name === from;
  for (const row of state.tables.categories.values()) {
    if (!isNamed(row.accountId, row, row.name)) continue;
    work.write('categories', { ...row, name: to, version: work.number(row.accountId) });
    work.regrantWhere((budget) => budget.categoryId === row.id);
  }
  for (const row of state.tables.transactions.values()) {
    if (!isNamed(row.accountId, row, row.category)) continue;
    const version = work.number(row.accountId);
    work.write('transactions', { ...row, category: to, version });
    work.clock(`${row.id} category`, version);
  }
}

function endMembership(work: Work, id: string) {
  const row = work.state.tables.memberships.get(id);
  if (!row) throw new Refused('gone');
  const own = row.userId === work.userId;
  if (!own && !atLeast(roleInAccount(work.state, work.userId, row.accountId), 'admin')) throw new Refused('forbidden');
  const version = work.number(row.accountId);
  const what = { kind: 'membership' as const, id, date: null };
  work.remove(row.accountId, version, what, { account: true, views: row.budgetId ? [row.budgetId] : [], row: null });
  work.erase('memberships', id);
}
