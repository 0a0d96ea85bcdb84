/** What all commands share: the acting user, the commit of a mutation, and the refusals that any command may return. */

import type { Operation } from '#domain/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { SavedDraft } from '../database/drafts.ts';
import { commitMutation, MutationError } from '../optimistic/mutations.ts';

/** The signed-in user, whose database is open. */
export interface Actor {
  userId: string;
  email: string;
  /** What they save with a command: this draft goes with the mutation. */
  draft?: SavedDraft | undefined;
}

/** How long the device holds back what can be undone, and so how long it offers Undo; milliseconds. */
export const UNDO_MILLISECONDS = 10_000;

/** `forbidden`: the user's role does not allow it. `not_found`: the row is not, or no longer, on this device. */
export type CommandProblem = 'forbidden' | 'not_found';

/** The mutation that waits in the outbox. `cancelEntry` takes it back as long as it was never sent. */
type Committed = { ok: true; mutationId: string };

/**
 * Commits the operations as one mutation. A row that disappeared meanwhile is returned as a refusal. Any other error of
 * `commitMutation` is a fault of the program and is thrown again. `refuse` runs in the same transaction; it returns why
 * the user may not do this, or null when they may.
 */
export async function commit<Refusal extends { ok: false } = never>(
  db: Database,
  actor: Actor,
  operations: Operation[],
  options: { now: Date; seen?: TransactionRow[]; holdUntil?: Date },
  refuse?: () => Promise<Refusal | null>,
): Promise<Committed | Refusal | { ok: false; errors: { form: 'not_found' } }> {
  try {
    const context = { ...options, userId: actor.userId, userEmail: actor.email, draft: actor.draft };
    const answer = await commitMutation(db, operations, context, refuse);
    return typeof answer === 'string' ? { ok: true, mutationId: answer } : answer;
  } catch (error) {
    if (!(error instanceof MutationError) || error.reason !== 'not_found') throw error;
    return { ok: false, errors: { form: 'not_found' } };
  }
}
