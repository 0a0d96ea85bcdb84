/**
 * Rows that 0.2.0 read in another way. They come in as it would have made them, under its key, and are corrected by a
 * mutation of its own that names today's key. So a device that still runs 0.2.0 makes no second row of the line, and
 * its own row is corrected, whoever syncs first (decision 33).
 */
import { UNCATEGORIZED } from '#domain/books/categories';
import { inSlices, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import type { Insert, Patch } from '#domain/mutations/operations';
import type { Outcome } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { findTransaction } from '../../queries/rows/transactions.ts';
import { type Actor, type CommandProblem, commitAction, type NoteAction } from '../commit/commit.ts';
import type { LinkedRow, NewRow } from './import-rows.ts';

/** The same row as 0.2.0 would make it. */
export function asFormer({ former, ...one }: NewRow): NewRow {
  if (!former) return one;
  const { type } = former.fields;
  const as = { ...one, key: former.key, fields: { ...one.fields, ...former.fields } };
  if (type === one.fields.type) return as;
  return { ...as, proposed: true, fields: { ...as.fields, category: UNCATEGORIZED } };
}

interface MadeRow {
  operation: Insert | Patch;
  /** What is made of the row that came in; null where it came in as it should be. */
  corrected: NewRow | null;
}

/**
 * Corrects the rows that came in as 0.2.0 would have made them. `patchOf` ties a row to what the file says of it.
 * Refused as a whole when one of them is gone.
 */
export async function correctFormer(
  db: Database,
  actor: Actor,
  made: readonly MadeRow[],
  patchOf: (one: LinkedRow) => Patch,
  options: { now: Date; action: string; note: NoteAction | undefined },
): Promise<Outcome<object, never, CommandProblem>> {
  const patches: { operation: Patch; row: TransactionRow; transferId: null }[] = [];
  for (const { operation, corrected } of made) {
    if (!corrected || operation.kind !== 'insert' || operation.table !== 'transactions') continue;
    const row = await findTransaction(db, operation.row.id, operation.row);
    if (!row) continue;
    const { key, bankId, importedText, fields } = corrected;
    const patch = patchOf({ kind: 'link', key, bankId, importedText, row, correction: fields });
    patches.push({ operation: patch, row, transferId: null });
  }
  if (patches.length === 0) return { ok: true };
  const mutations = inSlices(patches, ROWS_IN_ONE.imported).map((slice) => ({
    operations: slice.map(({ operation }) => operation),
    apart: true,
  }));
  return commitAction(db, actor, mutations, { ...options, seen: patches.map(({ row }) => row) });
}
