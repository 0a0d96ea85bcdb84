/** The invitations on this device: those that the user manages, those addressed to them, and what is on its way to the server. */

import * as v from 'valibot';
import { byCreation } from '#domain/accounts';
import { invitedEmail, isPending } from '#domain/invitations';
import type { Call } from '#domain/operations';
import { canInvite } from '#domain/roles';
import { InvitationRow } from '#domain/rows';
import type { Database } from '../database.ts';
import type { OutboxEntry } from '../outbox.ts';
import { readAccess } from './access.ts';

/** Pending invitations to what the user manages, whoever of its admins sent them; newest first. */
export async function managedInvitations(db: Database, now: Date): Promise<InvitationRow[]> {
  const pending = (await db.invitations.toArray()).filter((one) => isPending(one, now));
  const managed = await Promise.all(pending.map(async (one) => canInvite(await readAccess(db, db.userId, one))));
  return pending.filter((_, index) => managed[index]).sort((a, b) => byCreation(b, a));
}

/** Invitations to this e-mail that can be answered, newest first. */
export async function receivedInvitations(db: Database, email: string, now: Date): Promise<InvitationRow[]> {
  const invitations = await db.invitations.toArray();
  return invitations
    .filter((one) => one.email === invitedEmail(email) && isPending(one, now))
    .sort((a, b) => byCreation(b, a));
}

/** A call about an invitation that the server has not answered yet. */
export interface WaitingCall {
  mutationId: string;
  name: Call['name'];
  /** The invitation as it was before the call, or as the call made it. */
  invitation: InvitationRow;
}

/** What was sent or answered on this device and has no verdict yet, in the order in which it was done. */
export async function waitingCalls(db: Database): Promise<WaitingCall[]> {
  const entries = await db.outbox.where('rows').between(['invitations'], ['invitations', []]).sortBy('seq');
  const waiting = entries.filter(({ state }) => state === 'pending' || state === 'in_flight');
  const calls = await Promise.all(waiting.map((entry) => waitingCall(db, entry)));
  return calls.flat();
}

async function waitingCall(db: Database, { id: mutationId, operations }: OutboxEntry): Promise<WaitingCall[]> {
  const [operation] = operations;
  if (operation?.kind !== 'call' || !('id' in operation.arguments)) return [];
  const { id } = operation.arguments;
  const base = await db.bases.get(['invitations', id]);
  const known = v.safeParse(InvitationRow, base?.row);
  const invitation = known.success ? known.output : await db.invitations.get(id);
  return invitation ? [{ mutationId, name: operation.name, invitation }] : [];
}
