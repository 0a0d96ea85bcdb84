/** Rows of a file that give way to a link of their line (S69o), in memory: `private.ways_of_keys`. */
import { UNCATEGORIZED } from '#domain/books/categories';
import { importedId } from '#domain/ids/imported-id';
import type { Operation, Restore } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { mayWrite, roleInAccount } from './access.ts';
import { removeTransaction } from './delete.ts';
import { transferIn } from './file-links.ts';
import type { KnownKey } from './state.ts';
import type { Work } from './work.ts';

export interface Way {
  /** The row that is to be linked. */
  rowId: string;
  importId: string;
  ofSchedule: boolean;
  /** The row that the line has made. */
  other: TransactionRow;
}

/** The row that one of the operations adds under this id. */
export function addedIn(operations: readonly Operation[], id: string): Restore['row'] | undefined {
  return operations.flatMap((one) =>
    one.kind === 'insert' && one.table === 'transactions' && one.row.id === id ? [one.row] : [],
  )[0];
}

/** The row that gives way to this link; null where none does. `known`: what the account has under its key. */
export function wayOf(
  { state, userId }: Work,
  operation: Operation,
  { importId, ofSchedule, all }: { importId: string; ofSchedule: boolean; all: readonly Operation[] },
  known: KnownKey | undefined,
): Way | null {
  if (operation.kind !== 'patch' || known?.fate !== 'here' || transferIn(operation) !== null) return null;
  const { id: rowId } = operation;
  const other = state.tables.transactions.get(known.rowId);
  const own = state.tables.transactions.get(rowId) ?? (ofSchedule ? addedIn(all, rowId) : undefined);
  const isMade = known.rowId === importedId(known.accountId, known.key);
  if (!isMade || !other || !own || other.id === rowId) return null;
  if (own.accountId !== known.accountId || other.accountId !== known.accountId) return null;
  // A row of another line is the money of that one.
  const isOfLine = own.importId === null && other.amount === own.amount && other.lines === null;
  const isAlike = other.type === own.type && (ofSchedule ? other.importId === null : isOfLine);
  return isAlike && isUntouched(state.clocks.get(other.id) ?? {}, other) && mayWrite(state, userId, other)
    ? { rowId, importId, ofSchedule, other }
    : null;
}

function isUntouched(clocks: object, { nature, budgetId, status }: TransactionRow): boolean {
  const isPlain = nature === 'regular' && budgetId === null;
  return isPlain && status !== 'reconciled' && Object.keys(clocks).every((group) => group === 'row');
}

/** Tells who brought the row which date and category stand. Nobody knows any more whether that one was chosen. */
function tellOfWay(work: Work, { rowId, other }: Way) {
  const own = work.state.tables.transactions.get(rowId);
  const { accountId, userId, date, category } = other;
  if (!own || userId === null || !roleInAccount(work.state, userId, accountId)) return;
  const isChosen = category !== UNCATEGORIZED && category !== own.category;
  if (date === own.date && !isChosen) return;
  const differing = (row: TransactionRow) => ({
    ...(date !== own.date && { date: row.date }),
    ...(isChosen && { category: row.category }),
    ...(isChosen && own.lines && { lines: row.lines }),
  });
  const [lost, stands] = [differing(other), differing(own)];
  work.tell(userId, { accountId, table: 'transactions', rowId, kind: 'edited', lost, stands });
}

/** Deletes the rows that give way to links which stand now. Returns the rows of the other links. */
export function clearWays(work: Work, ways: readonly Way[]): string[] {
  const { transactions } = work.state.tables;
  const stands = ({ rowId, importId, ofSchedule }: Way) => ofSchedule || transactions.get(rowId)?.importId === importId;
  for (const way of ways.filter(stands)) {
    // A device made the row of an occurrence by itself.
    if (!way.ofSchedule) tellOfWay(work, way);
    removeTransaction(work, way.other);
  }
  return ways.filter((way) => !stands(way)).map(({ rowId }) => rowId);
}
