/** What all commands share: who acts, how an intent is committed, and which answers any command may give. */
import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database.ts';
import { commitIntent, IntentError } from '../intents.ts';

/** The signed-in user, whose database is open. */
export interface Actor {
  userId: string;
  email: string;
}

/** `forbidden`: the user's role does not allow it. `not_found`: the row is not, or no longer, on this device. */
export type CommandProblem = 'forbidden' | 'not_found';

/** The mutation that waits in the outbox; `cancelIntent` takes it back while it was never sent. */
type Committed = { ok: true; mutationId: string };

/**
 * Commits the operations as one mutation. A row that went away meanwhile is an answer; whatever else `commitIntent` throws
 * is a fault of the program and is thrown on. `refuse` answers, in the same transaction, why the user may not; null when they may.
 */
export async function commit<Refusal extends { ok: false } = never>(
  db: Database,
  actor: Actor,
  operations: Operation[],
  options: { now: Date; seen?: TransactionRow[]; holdUntil?: Date },
  refuse?: () => Promise<Refusal | null>,
): Promise<Committed | Refusal | { ok: false; errors: { form: 'not_found' } }> {
  try {
    const context = { ...options, userId: actor.userId, userEmail: actor.email };
    const answer = await commitIntent(db, operations, context, refuse);
    return typeof answer === 'string' ? { ok: true, mutationId: answer } : answer;
  } catch (error) {
    if (!(error instanceof IntentError) || error.reason !== 'not_found') throw error;
    return { ok: false, errors: { form: 'not_found' } };
  }
}
