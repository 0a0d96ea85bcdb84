/** What sending and resending share: the check whether this person may be invited, and the arguments that are sent. */

import type { InvitationDraft } from '#domain/mutations/operations';
import { type Outcome, refuseField } from '#domain/outcome';
import {
  checkInvitation,
  type InvitationField,
  type InvitationInput,
  type InvitationProblem,
} from '#domain/sharing/invitations';
import { canInvite } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { peopleOf, type ShareTarget } from '../../queries/sharing/members.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';

export async function draftInvitation(
  db: Database,
  actor: Actor,
  input: InvitationInput,
  now: Date,
): Promise<Outcome<{ draft: InvitationDraft }, InvitationField, InvitationProblem | CommandProblem>> {
  const place = await placeOf(db, input);
  const { members, invited } = place ? await emailsOf(db, place, now) : { members: [], invited: [] };
  const checked = checkInvitation(input, { inviter: actor.email, members, invited });
  if (!checked.ok) return checked;
  if (!place) return refuseField('targetId', 'not_found');
  if (!canInvite(await readAccess(db, actor.userId, place))) return refuseField('targetId', 'forbidden');
  return { ok: true, draft: { ...checked.fields, id: newId(), createdAt: now.toISOString() } };
}

async function placeOf(db: Database, { target, targetId }: InvitationInput): Promise<ShareTarget | null> {
  if (target === 'account') return (await db.accounts.get(targetId)) ? { accountId: targetId, budgetId: null } : null;
  const budget = await db.budgets.get(targetId);
  return budget ? { accountId: budget.accountId, budgetId: budget.id } : null;
}

/**
 * Members of the account have its budgets, too. Other people's devices do not know the owner's e-mail; the server
 * compares it.
 */
async function emailsOf(db: Database, place: ShareTarget, now: Date) {
  const { joined, pending } = await peopleOf(db, place, now);
  const ofAccount = place.budgetId === null ? [] : (await peopleOf(db, { ...place, budgetId: null }, now)).joined;
  return { members: [...joined, ...ofAccount].map(({ email }) => email), invited: pending.map(({ email }) => email) };
}
