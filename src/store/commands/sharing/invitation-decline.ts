/** Command `invitation.decline`. */
import type { Outcome } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { answerInvitation } from './invitation-answer.ts';

/** Declines an invitation to the user's e-mail. */
export function declineInvitation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, 'expired' | CommandProblem>> {
  return answerInvitation(db, actor, { id, answer: 'invitation.decline' }, now);
}
