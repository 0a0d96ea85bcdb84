/** How commands change many transactions as one deed. */
import { chosenIds } from '#domain/categories';
import type { Operation } from '#domain/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { rightsOver } from '../resolve/may-change.ts';
import { type Actor, type CommandProblem, commitAll } from './commit.ts';

/** The server takes at most 1,000 operations in a mutation. A quarter of that also passes a slow line in time. */
const IN_ONE = 250;

interface Change {
  operation: Operation;
  /** As the user saw it. */
  row: TransactionRow;
  /** The category that was chosen for it. */
  categoryId?: string | null | undefined;
}

export type ManyOutcome = Outcome<{ deedId: string; count: number }, never, CommandProblem>;
type Refusal = { ok: false; errors: { form: CommandProblem } };

/**
 * Commits one operation for each row, all of them or none, as one deed. More than 250 make several mutations, which
 * one transaction of the local database writes. Refused as a whole when the user may not change one of the rows, when
 * one is not on this device any more, and when `refuse` says so.
 */
export async function commitMany(
  db: Database,
  actor: Actor,
  changes: readonly Change[],
  now: Date,
  refuse: () => Promise<Refusal | null> = async () => null,
): Promise<ManyOutcome> {
  if (changes.length === 0) return { ok: true, deedId: '', count: 0 };
  const mutations: Operation[][] = [];
  for (let from = 0; from < changes.length; from += IN_ONE) {
    mutations.push(changes.slice(from, from + IN_ONE).map(({ operation }) => operation));
  }
  const seen = changes.map(({ row }) => row);
  const chosen = chosenIds(changes.map(({ row, categoryId }) => ({ id: row.id, categoryId })));
  const committed = await commitAll(db, actor, mutations, { now, seen, chosen }, async () => {
    const mayChange = await rightsOver(db, seen);
    return seen.every((row) => mayChange('transactions', row)) ? refuse() : refuseForm('forbidden');
  });
  return committed.ok ? { ok: true, deedId: committed.deedId, count: changes.length } : committed;
}
