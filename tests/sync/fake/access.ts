/** Who may do what to rows that stand, and what to say about rows that do not. */
import type { TransactionRow } from '#domain/rows';
import { atLeast, roleInAccount } from './state.ts';
import { Refused, type Work } from './work.ts';

export function findRemoval(work: Work, id: string) {
  for (const [accountId, log] of work.state.logs) {
    if (!roleInAccount(work.state, work.userId, accountId)) continue;
    const removal = log.removals.findLast((one) => one.id === id);
    if (removal) return removal;
  }
  return undefined;
}

/** Decides on an operation that finds no row: refused silently is not a verdict. */
export function missing(work: Work, id: string) {
  const removal = findRemoval(work, id);
  if (!removal) throw new Refused('gone');
  work.superseded = { reason: 'deleted', kept: {}, by: removal.by };
}

export function mayEdit(work: Work, row: TransactionRow): boolean {
  const role = roleInAccount(work.state, work.userId, row.accountId);
  return atLeast(role, 'admin') || (row.userId === work.userId && atLeast(role, 'member'));
}
