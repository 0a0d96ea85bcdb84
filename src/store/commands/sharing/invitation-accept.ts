/** Command `invitation.accept`. */
import type { Outcome } from '#domain/outcome';
import type { Database } from '../../database/database.ts';
import type { Actor, CommandProblem } from '../commit/commit.ts';
import { answerInvitation } from './invitation-answer.ts';

/**
 * Accepts an invitation to the user's e-mail. The account or budget arrives with the first pull after the server has
 * the answer.
 */
export function acceptInvitation(
  db: Database,
  actor: Actor,
  { id }: { id: string },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string }, never, 'expired' | CommandProblem>> {
  return answerInvitation(db, actor, { id, answer: 'invitation.accept' }, now);
}
