/** Who may say that a row is of an import, in memory: `private.may_name_import`. */
import { NO_ORIGIN, type TransactionRow } from '#domain/rows';
import type { Work } from './work.ts';

type Named = Pick<TransactionRow, 'id' | 'accountId'>;

/** Who made it in the account of the row, and for what the row is or was. An import that is not there is nobody's. */
export function mayNameImport({ state, userId }: Work, { id, accountId }: Named, importId: string | null): boolean {
  const made = state.tables.imports.get(importId ?? '');
  if (!made) return true;
  const isOwn = made.userId === userId || state.tables.transactions.get(id)?.importId === importId;
  const was = [...state.changes.values()].some((one) => one.rowId === id && one.before.importId === importId);
  return made.accountId === accountId && (isOwn || was);
}

/** The row to bring back, without an import that its author may not name. */
export function withOwnImport<T extends Named & { importId: string | null }>(work: Work, row: T): T {
  return mayNameImport(work, row, row.importId) ? row : { ...row, ...NO_ORIGIN };
}
