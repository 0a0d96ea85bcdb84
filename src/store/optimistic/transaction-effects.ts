/** What operations do to transactions on this device. Pure. */
import * as v from 'valibot';
import { SPLIT_FIELDS } from '#domain/mutations/changed-fields';
import type { OnTransaction } from '#domain/mutations/operation-groups';
import type { Patch } from '#domain/mutations/operations';
import { applicablePart } from '#domain/mutations/still-applicable';
import { categoryType, takesRefund, turns } from '#domain/refunds';
import { type Fields, PLAIN, TransactionRow } from '#domain/rows';
import type { StoredRow } from '../database/records.ts';
import { namedAfter, shownRow } from '../ledger/ledger.ts';
import type { Alias } from '../outbox/aliases.ts';
import type { Author } from './changeset.ts';

/** Who acts, and which renames came before. */
interface Circumstances {
  author: Author;
  aliases: readonly Alias[];
}

/**
 * The row as the operation leaves it; null when it is deleted. Undefined when the operation needs a row that does not
 * stand. A new row leaves one alone that stands: another device may already have restored it.
 */
export function rowAfter(
  operation: OnTransaction,
  current: StoredRow | undefined,
  { author, aliases }: Circumstances,
): StoredRow | null | undefined {
  if ('row' in operation) return current ?? madeRow(operation, author, aliases);
  if (!current) return undefined;
  if (operation.kind === 'patch') return patchedRow(operation, current, aliases);
  // Who takes an import back leaves the rows that another one brought.
  return operation.importId === undefined || operation.importId === current.importId ? null : current;
}

function madeRow({ row }: { row: object }, { userId, userEmail }: Author, aliases: readonly Alias[]): StoredRow {
  return namedAfter(v.parse(TransactionRow, { ...row, version: 0, userId, userEmail }), aliases);
}

/** An undo writes only the field groups that show what is taken back (S67h). */
function patchedRow(patch: Patch, row: StoredRow, aliases: readonly Alias[]): StoredRow {
  const { after } = patch.undo ? applicablePart(patch, shownRow(row, aliases)) : patch;
  return named(row, placed(row, written(row, patch.before, after), patch), aliases);
}

/**
 * A reconciliation and an import are about the account that a row leaves (S68d, S69c). The undo of a move names what
 * the row had there (S67j).
 */
function placed(row: StoredRow, after: Fields, { undo }: Patch): Fields {
  const moved = 'accountId' in after && after.accountId !== row.accountId;
  if (!moved) return after;
  return undo ? { ...PLAIN, ...after } : { ...after, ...PLAIN };
}

/** What the patch writes of the fields that it names; the server does the same (`private.merge_patch`). */
function written(row: StoredRow, before: Fields, after: Fields): Fields {
  if ('lines' in after) return after;
  // Its author did not know the lines, which hold these fields.
  if (row.lines) return Object.fromEntries(Object.entries(after).filter(([field]) => !SPLIT_FIELDS.includes(field)));
  // A group is named whole, but only a change of type or refund writes them.
  if (!turns({ before, after })) return { ...after, type: row.type, refund: row.refund };
  // Another type ends a refund, where its author knew of none (S78c).
  const { type = row.type, refund = row.refund && type === row.type } = after;
  return { ...after, type, refund };
}

/** What becomes a split, a side of a transfer or a contribution is no refund any more (S78c). */
function withoutLostRefund(row: TransactionRow): TransactionRow {
  return row.refund && !takesRefund(row) ? { ...row, refund: false } : row;
}

/**
 * A name in the patch means itself from now on. So does the name that the user sees when the row goes to another type
 * or account, where other renames hold. Otherwise the bare name stays, and the renames over it.
 */
function named(row: StoredRow, after: object, aliases: readonly Alias[]): StoredRow {
  const next = withoutLostRefund(v.parse(TransactionRow, { ...row, ...after }));
  if ('category' in after) return namedAfter(next, aliases);
  if (categoryType(next) === categoryType(row) && next.accountId === row.accountId) {
    return row.namedAfter === undefined ? next : { ...next, namedAfter: row.namedAfter };
  }
  const { category, lines } = shownRow(row, aliases);
  return namedAfter({ ...next, category, lines }, aliases);
}
