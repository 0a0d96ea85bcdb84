/**
 * Rows of a file that the user links with rows of other accounts. They come in as regular rows. A mutation of its own
 * then makes each pair a transfer, so that a change of the other row keeps no row of the file out.
 */
import type { Insert, Operation, Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import type { TransactionRow } from '#domain/rows';
import { mayLink } from '#domain/transactions/transfer-links';
import { TRANSFER } from '#domain/transactions/transfers';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { findTransaction } from '../../queries/rows/transactions.ts';
import { type Actor, commitAction, type NoteAction } from '../commit/commit.ts';
import { changeProblem } from '../transfers/change-problem.ts';

interface MadeRow {
  operation: Insert | Patch;
  /** The row with which the row that it makes is linked, as the user saw it. */
  otherSide: TransactionRow | null;
}

interface Side {
  row: TransactionRow;
  /** The import key of the row that came in. */
  key?: string | undefined;
}

/** Returns how many stay apart, because the other side is gone, has changed, or may not be changed any more. */
export async function linkImportedSides(
  db: Database,
  actor: Actor,
  made: readonly MadeRow[],
  options: { now: Date; action: string; note: NoteAction | undefined },
): Promise<number> {
  let apart = 0;
  const mutations: { operations: Operation[] }[] = [];
  const seen: TransactionRow[] = [];
  for (const { operation, otherSide } of made) {
    if (!otherSide) continue;
    const sides = await sidesNow(db, actor, operation, otherSide);
    const transferId = newId();
    if (sides) {
      mutations.push({ operations: sides.map((side) => sidePatch(side, transferId)) });
      seen.push(...sides.map(({ row }) => row));
    } else apart += 1;
  }
  if (mutations.length === 0) return apart;
  const linked = await commitAction(db, actor, mutations, { ...options, seen });
  return linked.ok ? apart : apart + mutations.length;
}

/** Null where the two cannot be linked. */
async function sidesNow(
  db: Database,
  actor: Actor,
  operation: Insert | Patch,
  otherSide: TransactionRow,
): Promise<Side[] | null> {
  if (operation.kind !== 'insert' || operation.table !== 'transactions') return null;
  const own = await findTransaction(db, operation.row.id, operation.row);
  const other = await findTransaction(db, otherSide.id, otherSide);
  if (!own || !other || !mayLink(own, other) || (await changeProblem(db, actor, [own, other]))) return null;
  return [{ row: own, key: operation.key }, { row: other }];
}

/** With its key the row stays as the import made it, so that a revert of the import takes it without a question. */
function sidePatch({ row, key }: Side, transferId: string): Patch {
  const { id, category, nature, bankId, importId, importedText } = row;
  const origin = key === undefined ? {} : { bankId, importId, importedText };
  const before = { ...origin, category, nature, transferId: null };
  const after = { ...origin, category: TRANSFER, nature: 'transfer', transferId };
  const patch = { kind: 'patch', table: 'transactions', id, seen: seenOf(row), before, after } as const;
  return key === undefined ? patch : { ...patch, key };
}
