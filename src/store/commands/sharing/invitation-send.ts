/** Command `invitation.send`. */

import type { Outcome } from '#domain/outcome';
import type { InvitationField, InvitationInput, InvitationProblem } from '#domain/sharing/invitations';
import type { Database } from '../../database/database.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { draftInvitation } from './invitation-draft.ts';

/**
 * Invites somebody to an account or a budget. The server sends the mail when it receives the invitation; until then
 * this device shows it as pending. Returns the invitation's id.
 */
export async function sendInvitation(
  db: Database,
  actor: Actor,
  input: InvitationInput,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; id: string }, InvitationField, InvitationProblem | CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const drafted = await draftInvitation(db, actor, input, now);
    if (!drafted.ok) return drafted;
    const { draft } = drafted;
    const committed = await commitAction(
      db,
      actor,
      [{ operations: [{ kind: 'call', name: 'invitation.send', arguments: draft }] }],
      { now },
    );
    return committed.ok ? { ...committed, id: draft.id } : committed;
  });
}
