/** Invitations of the in-memory server. A function of their own sends them; calls answer and revoke them. */

import { nameId } from '#domain/ids/name-id';
import type { InvitationDraft } from '#domain/mutations/operations';
import type { InvitationRow } from '#domain/rows';
import { expiryOf } from '#domain/sharing/pending-invitation';
import { isAdmin, membershipIn, roleInAccount } from './access.ts';
import { Refused } from './refused.ts';
import type { State } from './state.ts';
import type { Work } from './work.ts';

/** Returns the pending invitations that the user may see: the invited person, and those who could revoke them. */
export function visibleInvitations(state: State, userId: string, now: string): InvitationRow[] {
  const email = state.users.get(userId)?.email;
  const visible = [...state.invitations.values()].filter((one) => {
    return one.status === 'pending' && one.expiresAt > now && (one.email === email || isAdmin(state, userId, one));
  });
  return visible.map((one) => ({ ...one, targetName: nameOf(state, one) }));
}

/** The name of the target as it is now, not as it was at the invitation. */
function nameOf({ tables }: State, { accountId, budgetId, targetName }: InvitationRow): string {
  const target = budgetId ? tables.budgets.get(budgetId) : tables.accounts.get(accountId);
  return target?.name ?? targetName;
}

/** The function `send-invitation`. It sends the same id with the same content once. */
export function sendInvitation(work: Work, draft: InvitationDraft) {
  const { state, userId } = work;
  const email = draft.email.trim().toLowerCase();
  const known = state.invitations.get(draft.id);
  if (known?.invitedBy === userId) return again(work, known, { ...draft, email, name: draft.name.trim() });
  const target = targetOf(state, draft);
  if (!target) throw new Refused('gone');
  if (!isAdmin(state, userId, target)) {
    throw new Refused(isTargetVisible(work, target) ? 'forbidden' : 'gone');
  }
  if (!email.includes('@')) throw new Refused('invalid');
  expire(work, target.accountId, email);
  checkInvitee(work, { ...target, id: draft.id, email });
  if (known) throw new Refused('payload_mismatch');
  work.writeInvitation({
    id: draft.id,
    version: work.number(target.accountId),
    createdAt: work.now,
    ...target,
    target: draft.target,
    email,
    name: draft.name.trim(),
    role: draft.role,
    invitedBy: userId,
    invitedByEmail: work.email(userId) ?? '',
    status: 'pending',
    expiresAt: expiryOf(work.now),
  });
}

function again(work: Work, known: InvitationRow, draft: InvitationDraft) {
  const targetId = known.budgetId ?? known.accountId;
  const isSame =
    known.email === draft.email &&
    known.name === draft.name &&
    known.role === draft.role &&
    targetId === draft.targetId;
  if (!isSame) throw new Refused('payload_mismatch');
  work.stands(known.accountId, known.version);
}

/** The same function for an existing invitation: another mail, and the full time. */
export function resendInvitation(work: Work, id: string) {
  const row = work.state.invitations.get(id);
  const mayRenew = row && isAdmin(work.state, work.userId, row);
  const isVisible = visibleInvitations(work.state, work.userId, work.now).some((one) => one.id === id);
  if (!row || !(mayRenew || isVisible)) throw new Refused('gone');
  if (!mayRenew) throw new Refused('forbidden');
  if (row.status !== 'pending' && row.status !== 'expired') throw new Refused('settled');
  checkInvitee(work, row);
  work.writeInvitation({
    ...row,
    status: 'pending',
    expiresAt: expiryOf(work.now),
    version: work.number(row.accountId),
  });
}

function checkInvitee(work: Work, row: Target & Pick<InvitationRow, 'id' | 'email'>) {
  const { state, userId } = work;
  if (row.email === work.email(userId)) throw new Refused('self');
  const invited = [...state.users].find(([, user]) => user.email === row.email)?.[0];
  if (invited && isMember(state, invited, row)) throw new Refused('already_member');
  const isOther = (one: InvitationRow) =>
    one.id !== row.id &&
    one.status === 'pending' &&
    one.email === row.email &&
    one.accountId === row.accountId &&
    one.budgetId === row.budgetId;
  if ([...state.invitations.values()].some(isOther)) throw new Refused('already_invited');
}

type Target = Pick<InvitationRow, 'accountId' | 'budgetId' | 'targetName'>;

function targetOf({ tables }: State, { target, targetId }: InvitationDraft): Target | null {
  const account = target === 'account' ? tables.accounts.get(targetId) : undefined;
  if (account) return { accountId: account.id, budgetId: null, targetName: account.name };
  const budget = target === 'budget' ? tables.budgets.get(targetId) : undefined;
  return budget ? { accountId: budget.accountId, budgetId: budget.id, targetName: budget.name } : null;
}

function isTargetVisible(work: Work, { accountId, budgetId }: Target): boolean {
  return work.readable(budgetId ? 'budgets' : 'accounts', budgetId ?? accountId) !== undefined;
}

/** A member of the account needs none of its budgets. */
function isMember(state: State, userId: string, { accountId, budgetId }: Target): boolean {
  if (roleInAccount(state, userId, accountId)) return true;
  return budgetId !== null && membershipIn(state, userId, accountId, budgetId) !== undefined;
}

function expire(work: Work, accountId: string, email: string) {
  for (const one of work.state.invitations.values()) {
    if (one.accountId !== accountId || one.email !== email || one.status !== 'pending') continue;
    if (one.expiresAt <= work.now) work.writeInvitation({ ...one, status: 'expired', version: work.number(accountId) });
  }
}

/** Returns the invitation of the signed-in user, whose e-mail must be the invited one. */
export function answerInvitation(work: Work, id: string, status: 'accepted' | 'declined') {
  const { state, userId } = work;
  const row = state.invitations.get(id);
  if (row?.email !== work.email(userId) || !row) throw new Refused('gone');
  if (row.status === status) return work.stands(row.accountId, row.version);
  if (row.status !== 'pending') throw new Refused('settled');
  if (row.expiresAt <= work.now) throw new Refused('expired');
  if (status === 'accepted') join(work, row);
  work.writeInvitation({ ...row, status, version: work.number(row.accountId) });
}

function join(work: Work, { accountId, target, budgetId, email, name, role }: InvitationRow) {
  const { userId, now } = work;
  if (membershipIn(work.state, userId, accountId, budgetId)) return;
  const id = nameId(`${userId} of ${accountId} ${budgetId} ${work.state.order}`);
  const version = work.number(accountId);
  work.write('memberships', { id, version, createdAt: now, accountId, target, budgetId, userId, email, name, role });
}

export function revokeInvitation(work: Work, id: string) {
  const row = work.state.invitations.get(id);
  if (!row || !isAdmin(work.state, work.userId, row)) {
    const isMine = row && visibleInvitations(work.state, work.userId, work.now).some((one) => one.id === id);
    work.untouched(id, isMine === true);
    return;
  }
  if (row.status === 'revoked') return work.stands(row.accountId, row.version);
  if (row.status !== 'pending') throw new Refused('settled');
  work.writeInvitation({ ...row, status: 'revoked', version: work.number(row.accountId) });
}
