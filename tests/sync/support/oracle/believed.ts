/**
 * All that the oracle believes to be true on the server: rows, what was deleted, what was renamed, who must be told.
 */
import { linesOf } from './lines.ts';
import { ANYTHING, fieldOf, type Row, type Standing, same, sideOfRow, type Value, type Values } from './rows.ts';
import { say } from './words.ts';

export interface Removed {
  row: Row;
  /** The deletion as a deed. */
  deletion: Standing;
}

export interface Rename {
  index: number;
  owner: string;
  accounts: ReadonlySet<string>;
  type: Value;
  from: string;
  to: string;
  at: number;
  blurMs: number;
  isTimed: boolean;
  device: string;
  /** The server has forgotten it, as it does after a year. */
  isForgotten: boolean;
}

export interface Merge {
  action: string;
  rename: Rename;
  accountId: string;
  /** The category that had the old name. */
  went: Row | null;
  /** Budgets that named it, by id, with whose word that is. */
  budgets: ReadonlyMap<string, string>;
  rows: ReadonlyMap<string, TakenByMerge>;
  /** All that stood in the account. What came since may have come under the old name. */
  stood: ReadonlySet<string>;
}

export interface TakenByMerge {
  group: 'category' | 'lines';
  lines: ReadonlySet<string>;
  word: string;
}

/** Somebody whose deed was applied, and whom another one overtook who had not seen it. */
export interface Duty {
  person: string;
  accountId: string;
  rowId: string;
  kind: 'edited' | 'deleted' | 'revived';
  /** False where the history does not tell for certain whether the other one had seen it. */
  isSure: boolean;
}

/** Which of an account's rows a row of a file is, and what became of it. */
export interface KnownKey {
  accountId: string;
  key: string;
  rowId: string;
  /** Of an occurrence, its schedule. */
  importId: string;
  ofSchedule: boolean;
  fate: 'here' | 'moved' | 'deleted' | 'reverted';
  /** The row was there before. */
  isLink: boolean;
  /** Nobody can tell what became of it. */
  isOpen: boolean;
}

/** What belongs to the account that a row left: status, reconciliation and origin (S68d, S69c). */
export interface Left {
  by: string | null;
  device: string | null;
  /** By field group. */
  details: Map<string, Values>;
}

export interface Believed {
  rows: Map<string, Row>;
  removed: Map<string, Removed>;
  renames: Rename[];
  /** Those of them that made one category of two, and that no undo has taken back. */
  merges: Merge[];
  duties: Duty[];
  /** Rows of which nobody can tell whether they stand, each with its account. */
  open: Map<string, string>;
  /** The id of every transfer that was ever made. */
  transfers: Map<string, string>;
  /** Rows of files, by account and key. */
  keys: Map<string, KnownKey>;
  /** By row: the key that made it. */
  makers: Map<string, string>;
  /** By row that was there before: the key by which it was linked last. */
  linkers: Map<string, string>;
  /** Rows of files that need not be made, each with the account for which they were meant. */
  unmade: Map<string, string>;
  /** Imports that were taken back at least once. */
  ended: Set<string>;
  /** By row and account: what the row's last move out of that account took from it. */
  left: Map<string, Left>;
  /** After somebody's first account was deleted, its categories serve elsewhere. */
  areCategoriesSure: boolean;
}

export function nothingYet(): Believed {
  return {
    rows: new Map(),
    removed: new Map(),
    renames: [],
    merges: [],
    duties: [],
    open: new Map(),
    transfers: new Map(),
    keys: new Map(),
    makers: new Map(),
    ended: new Set(),
    left: new Map(),
    linkers: new Map(),
    unmade: new Map(),
    areCategoriesSure: true,
  };
}

export function accountOf(row: Row): string {
  return row.table === 'accounts' ? row.id : String(fieldOf(row, 'accountId'));
}

export function ownerOf({ rows }: Believed, accountId: string): string | null {
  return rows.get(accountId)?.author ?? null;
}

/** The account has another owner now. Its categories may serve in the former owner's next account, too (0018). */
export function handOver(believed: Believed, { accountId, to }: { accountId: string; to: string }): void {
  const row = believed.rows.get(accountId);
  // It comes after the new owner's own ones, as if it were made now (decision 0018).
  if (row) believed.rows.set(accountId, { ...row, author: to, enteredAt: null });
  believed.areCategoriesSure = false;
}

export function rowsIn({ rows }: Believed, table: string, accountId?: string): Row[] {
  return [...rows.values()].filter(
    (row) => row.table === table && (accountId === undefined || accountOf(row) === accountId),
  );
}

/** Changes values without a deed, as a rename and a budget do. */
export function rewrite(row: Row, group: string, values: Values): void {
  const before = row.groups.get(group);
  if (before) row.groups.set(group, { ...before, values });
}

/**
 * Puts the deed's value into the group. Who writes what stands anyway only shares it; as a part of what belongs
 * together (`isBound`) it is said anew.
 */
export function put(row: Row, group: string, deed: Standing, isBound = false): void {
  const before = row.groups.get(group);
  const values = { ...before?.values, ...deed.values };
  // After somebody had confirmed the old value later than the deed, nobody can tell how old the new one is.
  const isTimed = deed.isTimed && (before?.at ?? deed.at) <= deed.at;
  if (!before || !same(deed.values, before.values)) {
    row.groups.set(group, { ...deed, values, isTimed, word: say(deed, before?.word ?? null) });
    return;
  }
  const both = [before.by, deed.by].filter((person) => person !== null);
  const shared = { at: Math.max(before.at, deed.at), isShared: true, alsoBy: [...before.alsoBy, ...both] };
  const anew = { ...deed, values, isTimed, ...shared, word: before.word };
  row.groups.set(group, isBound ? anew : { ...before, ...shared });
}

/** The deed deletes the transaction. */
export function removeTransaction({ rows, removed }: Believed, row: Row, deletion: Standing): void {
  rows.delete(row.id);
  removed.set(row.id, { row: { ...row, word: say(deletion, row.word) }, deletion });
}

/** Notes who may be told that their value was superseded: for certain only the one whose value it was alone. */
export function owe(believed: Believed, one: Standing, duty: Omit<Duty, 'person'>): void {
  const { duties } = believed;
  if (one.by !== null) duties.push({ ...duty, person: one.by, isSure: duty.isSure && !one.isShared });
  for (const person of one.alsoBy) duties.push({ ...duty, person, isSure: false });
}

/** A contribution has its budget's category. In another account a row is no contribution. */
export function followBudget(believed: Believed, row: Row, deed: Standing): void {
  if (fieldOf(row, 'budgetId') === null) return;
  const budget = believed.rows.get(String(fieldOf(row, 'budgetId')));
  if (!budget || accountOf(budget) !== accountOf(row)) {
    put(row, 'budgetId', { ...deed, values: { budgetId: null } });
    return;
  }
  const category = believed.rows.get(String(fieldOf(budget, 'categoryId')));
  // A category of a deleted account may serve here.
  const without = believed.areCategoriesSure ? 'Uncategorized' : ANYTHING;
  put(row, 'category', { ...deed, values: { category: category ? fieldOf(category, 'name') : without } });
}

/** What of a row the budget is about: integer cents. What is not regular, no budget is about (S64c). */
export function coveredCents(believed: Believed, budget: Row, row: Row): number {
  if (accountOf(budget) !== accountOf(row) || fieldOf(row, 'nature') !== 'regular') return 0;
  const categoryId = fieldOf(budget, 'categoryId');
  const amount = Number(fieldOf(row, 'amount'));
  if (categoryId === null || fieldOf(row, 'budgetId') === budget.id) return amount;
  const category = believed.rows.get(String(categoryId));
  const name = category && fieldOf(category, 'name');
  if (category && fieldOf(category, 'type') !== sideOfRow(row)) return 0;
  const lines = linesOf(fieldOf(row, 'lines'));
  if (!lines) return fieldOf(row, 'category') === name ? amount : 0;
  return lines.reduce((sum, [, of, cents]) => (of === name ? sum + cents : sum), 0);
}

/** Deletes a row that is no transaction, with what goes along. The rows of a reconciliation are cleared (S68f). */
export function removeWhole(believed: Believed, row: Row, deed: Standing): void {
  believed.rows.delete(row.id);
  if (row.table === 'reconciliations') {
    const cleared = { ...deed, values: { status: 'cleared', reconciliationId: null } };
    for (const other of rowsIn(believed, 'transactions')) {
      if (fieldOf(other, 'reconciliationId') === row.id) put(other, 'status', cleared);
    }
  }
  if (row.table !== 'accounts') return;
  for (const other of believed.rows.values()) if (accountOf(other) === row.id) believed.rows.delete(other.id);
  for (const [name, { accountId }] of believed.keys) if (accountId === row.id) believed.keys.delete(name);
  believed.areCategoriesSure = false;
}

/** From now on nobody can tell whether the row stands. */
export function leaveOpen({ rows, removed, open }: Believed, row: Row): void {
  rows.delete(row.id);
  removed.delete(row.id);
  open.set(row.id, accountOf(row));
}
