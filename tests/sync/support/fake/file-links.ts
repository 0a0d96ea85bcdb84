/** Links of rows of files with rows of other accounts, in the in-memory server (S70). */
import { plainFields } from '#domain/mutations/changed-fields';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { Fields, TransactionRow } from '#domain/rows';
import { SHARED_BY_SIDES } from '#domain/transactions/transfers';
import type { KnownKey } from './state.ts';
import type { Work } from './work.ts';

/** The two rows of a link that already are sides of one transfer (S70d). */
export function linkedAlready(
  work: Work,
  rowId: string,
  known: KnownKey | undefined,
  operations: readonly Operation[],
): TransactionRow[] | null {
  if (known?.fate !== 'here' || known.rowId !== rowId) return null;
  const links = operations.filter((one) => one.kind === 'patch' && transferIn(one) !== null);
  const link = links.find((one) => 'id' in one && one.id === rowId);
  const others = links.filter((one) => link && one !== link && transferIn(one) === transferIn(link));
  const row = work.readable('transactions', rowId);
  for (const one of others) {
    const other = 'id' in one ? work.readable('transactions', one.id) : undefined;
    if (row?.transferId && other && other.transferId === row.transferId) return [row, other];
  }
  return null;
}

export function transferIn(operation: Operation): string | null {
  const fields: { transferId?: unknown } =
    operation.kind === 'patch' ? operation.after : 'row' in operation ? plainFields(operation.row) : {};
  return typeof fields.transferId === 'string' ? fields.transferId : null;
}

/** A side whose other side need not be made is regular, because no side stands alone (S70a, S70b). */
export function withoutLostSide(work: Work, operation: Operation, lost: ReadonlySet<string>): Operation | null {
  const id = transferIn(operation);
  if (id === null || !lost.has(id)) return operation;
  if (operation.kind === 'patch') return withoutShared(work, operation);
  if (!('row' in operation) || operation.table !== 'transactions') return operation;
  return { ...operation, row: { ...operation.row, nature: 'regular', transferId: null } };
}

/** An empty patch would bring a deleted row back. */
function withoutShared(work: Work, patch: Patch): Patch | null {
  const rest = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !SHARED_BY_SIDES.includes(field)));
  const after = rest(patch.after);
  if (Object.keys(after).length === 0 && !work.readable('transactions', patch.id)) return null;
  return { ...patch, before: rest(patch.before), after };
}
