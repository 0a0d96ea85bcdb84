/** What all commands share: the acting user, the commit of a mutation, and the refusals that any command may return. */
import type { TransactionRow } from '#domain/rows';
import { type Action, type ActionPart, dropUndone, noteAction } from '../../actions/actions.ts';
import { canBeUndone } from '../../actions/can-be-undone.ts';
import type { Database } from '../../database/database.ts';
import type { SavedDraft } from '../../database/drafts.ts';
import { newId } from '../../database/new-id.ts';
import { commitMutations, MutationError, type NewMutation } from '../../optimistic/mutations.ts';
import { presentNaming } from './chosen-categories.ts';

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

/**
 * The mutation that waits in the outbox, and the action that it belongs to. `cancelEntry` takes the mutation back as
 * long as it was never sent. `undoAction` undoes the action, if it is one that can be undone.
 */
type Committed = { ok: true; mutationId: string; actionId: string };

interface CommitOptions {
  now: Date;
  /** Transactions that are changed or deleted, as the user saw them. */
  seen?: TransactionRow[];
  holdUntil?: Date;
  /** The operations only add transactions whose ids were made just now. */
  isNew?: boolean;
  action?: string;
  /** It goes on the list of actions even if it cannot be undone: then an undo of the last action says so. */
  isListed?: boolean;
  /** The ids of chosen categories, by the id of the transaction or of the line that is to have one. */
  chosen?: ReadonlyMap<string, string> | undefined;
  /** Takes each part of the action instead of the list of this thread. A worker passes it to the page. */
  note?: NoteAction | undefined;
}

export type NoteAction = (action: Pick<Action, 'id' | 'at'>, part: ActionPart) => void;

type Gone = { ok: false; errors: { form: 'not_found' } };

/**
 * Commits mutations as one action, with categories under their present names: all of them or none. Returns the id of
 * the last one. A row that disappeared meanwhile is returned as a refusal. Any other error of `commitMutations` is a
 * fault of the program and is thrown again. `refuse` runs in the same transaction; it returns why the user may not do
 * this, or null when they may. What can be undone goes on the list of actions. Calls with the same `action` are one
 * there.
 */
export async function commitAction<Refusal extends { ok: false } = never>(
  db: Database,
  actor: Actor,
  mutations: readonly NewMutation[],
  { action: given, isListed, chosen, note = (one, part) => noteAction(db, one, part), ...options }: CommitOptions,
  refuse?: () => Promise<Refusal | null>,
): Promise<Committed | Refusal | Gone> {
  const action = given ?? newId();
  try {
    const { now, seen } = options;
    const context = {
      ...options,
      action: given ?? (mutations.length > 1 ? action : undefined),
      userId: actor.userId,
      userEmail: actor.email,
      draft: actor.draft,
      underPresentNames: presentNaming(db, { now, chosen, seen }),
    };
    const parts = await commitMutations(db, mutations, context, refuse);
    if (!Array.isArray(parts)) return parts;
    const listed = parts.filter((part) => isListed || canBeUndone(part.operations));
    for (const part of listed) note({ id: action, at: options.now.toISOString() }, part);
    // What is noted ends what can be done again, too.
    if (listed.length === 0) dropUndone(db);
    return { ok: true, mutationId: parts.at(-1)?.mutationId ?? '', actionId: action };
  } catch (error) {
    if (!(error instanceof MutationError) || error.reason !== 'not_found') throw error;
    return { ok: false, errors: { form: 'not_found' } };
  }
}
