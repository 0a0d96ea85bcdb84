/** Who has access to an account or a budget, and who has been invited to it. */
import { byCreation } from '#domain/books/accounts';
import type { InvitationRow, MembershipRow } from '#domain/rows';
import { isPending } from '#domain/sharing/invitation-answers';
import type { Database } from '../../database/database.ts';

/** An account; with a budget's id, that budget of the account. */
export interface ShareTarget {
  accountId: string;
  budgetId: string | null;
}

export interface People {
  /** Who owns the account; null for a budget. The address is null where no pull has brought it. */
  owner: { userId: string; email: string | null } | null;
  /** In the order in which they joined. */
  joined: MembershipRow[];
  /** Invitations that can still be answered, newest first. */
  pending: InvitationRow[];
}

/** The people of exactly this target. Members of the account are not listed with its budgets. */
export async function peopleOf(db: Database, target: ShareTarget, now: Date): Promise<People> {
  const [account, memberships, invitations] = await Promise.all([
    target.budgetId === null ? db.accounts.get(target.accountId) : undefined,
    db.memberships.where('accountId').equals(target.accountId).toArray(),
    db.invitations.toArray(),
  ]);
  const isOfTarget = ({ accountId, budgetId }: ShareTarget) =>
    accountId === target.accountId && budgetId === target.budgetId;
  return {
    owner: account ? { userId: account.ownerId, email: account.ownerEmail ?? null } : null,
    joined: memberships.filter(isOfTarget).sort(byCreation),
    pending: invitations.filter((one) => isOfTarget(one) && isPending(one, now)).sort((a, b) => byCreation(b, a)),
  };
}

/** The ids of accounts in which somebody has joined, the account or a budget of it. */
export async function accountsGivenToOthers(db: Database): Promise<Set<string>> {
  const memberships = await db.memberships.toArray();
  return new Set(memberships.map(({ accountId }) => accountId));
}
