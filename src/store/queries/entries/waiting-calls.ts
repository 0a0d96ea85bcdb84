/**
 * Calls about invitations that wait to reach the server. A separate file, because the header of every page needs it and
 * nothing else about sharing.
 */

import * as v from 'valibot';
import type { Call } from '#domain/mutations/operations';
import { InvitationRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import type { OutboxEntry } from '../../database/records.ts';
import { smallBase } from '../../optimistic/bases.ts';

/** A call about an invitation that has no verdict yet. */
export interface WaitingCall {
  mutationId: string;
  name: Call['name'];
  /** The invitation as it was before the call, or as the call made it. */
  invitation: InvitationRow;
}

/**
 * The invitations that were sent or answered on this device and have no verdict yet, in the order in which the user
 * acted.
 */
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
  const base = await smallBase(db, 'invitations', id);
  const known = v.safeParse(InvitationRow, base?.row);
  const invitation = known.success ? known.output : await db.invitations.get(id);
  return invitation ? [{ mutationId, name: operation.name, invitation }] : [];
}
