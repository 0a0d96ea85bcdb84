/** How an invitation looks on the inviter's device until the server's own row arrives. */
import type { InvitationDraft } from '../mutations/operations.ts';
import type { AccountRow, BudgetRow, InvitationRow } from '../rows.ts';

/** Days until an invitation expires (docs/product-decisions.md). The server sets the moment. */
const INVITATION_DAYS = 14;

const DAY = 24 * 60 * 60 * 1000;

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
    expiresAt: expiryOf(draft.createdAt),
  };
}

/** Until when an invitation that is sent at this moment can be answered. */
export function expiryOf(sentAt: string): string {
  return new Date(Date.parse(sentAt) + INVITATION_DAYS * DAY).toISOString();
}
