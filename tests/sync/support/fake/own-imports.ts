/** Imports in memory: who may say that a row is of one (`private.may_name_import`), and that one is back. */
import { type ImportRow, NO_ORIGIN, type TransactionRow } from '#domain/rows';
import { isLater, knows, type SeenBefore, type Stamp } from './clocks.ts';
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

/** Where the clock of its return stands. It counts against deletions, and not for undos of what made the import. */
const returnOf = (id: string) => `return ${id}`;

/** Notes who brought an import back that had been taken back. */
export function noteReturn(work: Work, { id, accountId, version }: ImportRow): void {
  const removals = work.state.logs.get(accountId)?.removals ?? [];
  if (!removals.some((one) => one.kind === 'import' && one.id === id)) return;
  const { editedAt: at, userId: by, device, deviceNumber } = work;
  work.keepClocks(returnOf(id), { row: { written: { at, by, version, device, deviceNumber } } });
}

/** The later return of the import that the author of a deletion did not know (S39j). */
export function unknownReturn(work: Work, { id, accountId }: ImportRow, seen: SeenBefore): Stamp | null {
  const { state, editedAt: at, userId: by, device } = work;
  const clocks = state.clocks.get(returnOf(id)) ?? {};
  const { written } = clocks.row ?? {};
  if (!written || knows(clocks, 'row', seen, { accountId, device })) return null;
  return isLater(written, { at, by }) ? written : null;
}
