/** The named commands of `sync_push`, in memory. */

import type { Call } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import type { MembershipRow } from '#domain/rows';
import { isAdmin } from './access.ts';
import { deleteMembership } from './delete.ts';
import { answerInvitation, revokeInvitation } from './invitations.ts';
import { mergeCategory, requireOwn, unmergeCategory } from './merges.ts';
import { nameCategory, updateTransaction } from './patch.ts';
import { Refused } from './refused.ts';
import { logRename, renamedRow } from './renames.ts';
import { callOccurrence, releaseSchedules, renameSchedules } from './schedules.ts';
import type { Work } from './work.ts';

export function callOperation(work: Work, operation: Call) {
  switch (operation.name) {
    case 'category.rename':
      return renameEverywhere(work, operation.arguments);
    case 'category.merge':
      return mergeCategory(work, operation.arguments);
    case 'category.unmerge':
      return unmergeCategory(work, operation.arguments);
    case 'occurrence.skip':
    case 'occurrence.unskip':
      return callOccurrence(work, operation);
    case 'membership.leave':
      return endMembership(work, operation.arguments.id, ({ userId }) => userId === work.userId);
    case 'membership.remove':
      return endMembership(work, operation.arguments.id, (row) => {
        return row.userId === work.userId || isAdmin(work.state, work.userId, row);
      });
    case 'membership.change_role':
      return changeRole(work, operation.arguments);
    case 'invitation.accept':
      return answerInvitation(work, operation.arguments.id, 'accepted');
    case 'invitation.decline':
      return answerInvitation(work, operation.arguments.id, 'declined');
    case 'invitation.revoke':
      return revokeInvitation(work, operation.arguments.id);
    case 'notice.read':
      return work.readNotice(operation.arguments.id);
    case 'invitation.send':
    case 'invitation.resend':
      // Invitations go through another function, which also sends the mail.
      throw new Refused('invalid');
  }
}

/** In one of the user's accounts, or in all of them. */
function renameEverywhere(
  work: Work,
  { type, from, to: typed, accountId }: Extract<Call, { name: 'category.rename' }>['arguments'],
) {
  const { accounts, categories, transactions } = work.state.tables;
  const to = typed.trim();
  if (accountId !== undefined) requireOwn(work, accountId);
  const isMine = (row: { accountId: string }) => accounts.get(row.accountId)?.ownerId === work.userId;
  const isMeant = (row: { accountId: string }) => isMine(row) && row.accountId === (accountId ?? row.accountId);
  const mine = [...categories.values()].filter((row) => isMine(row) && row.type === type);
  const named = mine.filter((row) => isMeant(row) && row.name === from);
  if (named.length === 0 && !mine.some((row) => row.name === to)) throw new Refused('gone');
  for (const row of named) {
    if (from !== to) nameCategory(work, row, to);
  }
  const owned = [...accounts.values()]
    .filter((account) => account.ownerId === work.userId && account.id === (accountId ?? account.id))
    .map(({ id }) => id);
  logRename(work, owned.sort(), type, from, to);
  const rename = (name: string) => (name === from ? to : name);
  for (const one of owned) renameSchedules(work, { accountId: one, type }, (row) => renamedRow(row, rename));
  for (const row of transactions.values()) {
    if (!isMeant(row) || categoryType(row) !== type) continue;
    updateTransaction(work, row, renamedRow(row, rename), true);
  }
}

function endMembership(work: Work, id: string, may: (row: MembershipRow) => boolean) {
  const row = work.state.tables.memberships.get(id);
  if (row && may(row)) {
    deleteMembership(work, row);
    return releaseSchedules(work, row);
  }
  work.untouched(id, work.readable('memberships', id) !== undefined);
}

function changeRole(work: Work, { id, role }: Extract<Call, { name: 'membership.change_role' }>['arguments']) {
  const row = work.readable('memberships', id);
  if (!row || !isAdmin(work.state, work.userId, row)) {
    const { by } = work.untouched(id, row !== undefined);
    work.supersede(id, { reason: 'deleted', kept: {}, by: work.email(by) });
    return;
  }
  work.stands(row.accountId, row.version);
  if (row.role === role) return;
  work.write('memberships', { ...row, role, version: work.number(row.accountId) });
  releaseSchedules(work, row);
}
