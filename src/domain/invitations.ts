/** Invitations: how long they hold, and how one looks before the server has it. */
import { addDays } from 'date-fns';
import type { InvitationDraft } from './operations.ts';
import type { AccountRow, BudgetRow, InvitationRow } from './rows.ts';

/** After so many days nobody can accept it any more (product-decisions; the server sets the moment). */
export const INVITATION_DAYS = 14;

/** The invitation as the inviter's device shows it until the server's own row arrives. */
export function pendingInvitation(
  { targetId, ...draft }: InvitationDraft,
  target: AccountRow | BudgetRow,
  inviter: { userId: string; userEmail: string },
): InvitationRow {
  const isBudget = draft.target === 'budget';
  return {
    ...draft,
    version: 0,
    accountId: isBudget && typeof target.accountId === 'string' ? target.accountId : target.id,
    budgetId: isBudget ? targetId : null,
    targetName: target.name,
    invitedBy: inviter.userId,
    invitedByEmail: inviter.userEmail,
    status: 'pending',
    expiresAt: addDays(new Date(draft.createdAt), INVITATION_DAYS).toISOString(),
  };
}
