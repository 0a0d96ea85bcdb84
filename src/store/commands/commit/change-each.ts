/** How commands change many transactions as one action. */
import { chosenIds } from '#domain/books/categories';
import { inSlices, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import type { Operation } from '#domain/mutations/operations';
import type { Outcome } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { rightsOver } from '../../resolve/may-change.ts';
import { type Actor, type CommandProblem, commitAction } from './commit.ts';

interface Change {
  operation: Operation;
  /** As the user saw it. */
  row: TransactionRow;
  /** The category that was chosen for it. */
  categoryId?: string | null | undefined;
}

interface Many {
  /** Operations that the changes need. They are a mutation of their own, before them. */
  first?: Operation[];
  /** Rows of one mutation. */
  most?: number;
  now: Date;
}

export type ManyOutcome = Outcome<{ actionId: string; mutationId: string; count: number }, never, CommandProblem>;
type Refusal = { ok: false; errors: { form: CommandProblem } };

/**
 * Commits one operation for each row, all of them or none, as one action. Many make several mutations, which one
 * transaction of the local database writes. The server decides on each row by itself (S72a). Refused as a whole when
 * one of the rows is not on this device any more, and when `refuse` says so.
 */
export async function changeEach(
  db: Database,
  actor: Actor,
  changes: readonly Change[],
  { first, most = ROWS_IN_ONE.changed, now }: Many,
  refuse: () => Promise<Refusal | null>,
): Promise<ManyOutcome> {
  const slices = inSlices(
    changes.map((change) => ({ ...change, transferId: change.row.transferId })),
    most,
  );
  const ofRows = slices.map((slice) => ({ operations: slice.map(({ operation }) => operation), apart: true }));
  const mutations = first ? [{ operations: first }, ...ofRows] : ofRows;
  if (mutations.length === 0) return { ok: true, actionId: '', mutationId: '', count: 0 };
  const seen = changes.map(({ row }) => row);
  const chosen = chosenIds(changes.map(({ row, categoryId }) => ({ id: row.id, categoryId })));
  const committed = await commitAction(db, actor, mutations, { now, seen, chosen }, refuse);
  if (!committed.ok) return committed;
  return { ok: true, actionId: committed.actionId, mutationId: committed.mutationId, count: changes.length };
}

/** Whether the user's role allows to change each of these rows. */
export async function mayChangeAll(db: Database, changes: readonly Change[]): Promise<boolean> {
  const rows = changes.map(({ row }) => row);
  const mayChange = await rightsOver(db, rows);
  return rows.every((row) => mayChange('transactions', row));
}
