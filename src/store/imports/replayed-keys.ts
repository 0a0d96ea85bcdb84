/**
 * The import keys of an account as the user's own entries leave them. Stored are the server's words. Open entries are
 * replayed over them when they are read, so nothing has to be rolled back when a pull comes. The server does the same
 * to its own keys (`private.push_keyed`).
 */
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import { rowOfKey } from '#domain/ids/row-of-key';
import type { Insert, Operation, Patch, Restore } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { KeptRow, OutboxEntry } from '../database/records.ts';
import { type KeyAction, readKeyActions, transactionsBefore } from './key-actions.ts';
import { type KnownKey, putKeys, readStoredKeys } from './stored-keys.ts';

/** The number in `made` of a row that the user has changed since: every row's own number is higher. */
const CHANGED = -1;

/** The keys of the account, by key. */
export async function readKeys(db: Database, accountId: string): Promise<Map<string, KnownKey>> {
  const [keys, actions] = await Promise.all([readStoredKeys(db, accountId), readKeyActions(db)]);
  for (const one of replayedKeys(accountId, keys, actions)) keys.set(one.key, one);
  return keys;
}

/** The keys of the account that these actions change, as they leave them. */
function replayedKeys(
  accountId: string,
  stored: ReadonlyMap<string, KnownKey>,
  actions: readonly KeyAction[],
): KnownKey[] {
  const keys = new ReplayedKeys(accountId, stored);
  for (const action of actions) {
    const { operations, verdict } = action;
    const before = transactionsBefore(action);
    // A response may bring its rows, and a later one their keys.
    const made = (verdict?.status === 'applied' && verdict.versions[accountId]) || 0;
    for (const operation of operations) keys.replay(operation, { before, made });
  }
  return [...keys.changed.values()];
}

/** Writes what these entries do to keys, where no server does: they leave the outbox. */
export async function settleKeys(db: Database, entries: readonly OutboxEntry[]): Promise<void> {
  const accounts = new Set(entries.flatMap(({ operations, seen = [] }) => accountsWithKeys(operations, seen)));
  for (const accountId of accounts) {
    await putKeys(db, accountId, replayedKeys(accountId, await readStoredKeys(db, accountId), entries));
  }
}

/** Accounts in which a row of a file is made, changed or moved, or an import ends. Most entries name none. */
function accountsWithKeys(operations: readonly Operation[], seen: readonly KeptRow[]): string[] {
  const rows = [...operations.flatMap((one) => ('row' in one ? [one.row] : [])), ...seen.map(({ row }) => row)];
  const ofFiles = rows.flatMap((row) => {
    const isOfFile = ('importId' in row && row.importId !== null) || 'fileName' in row;
    return isOfFile && 'accountId' in row ? [row.accountId] : [];
  });
  const targets = operations.map((one) => (one.kind === 'patch' ? one.after.accountId : null));
  return [...ofFiles, ...targets].filter((id) => typeof id === 'string');
}

class ReplayedKeys {
  readonly changed = new Map<string, KnownKey>();
  readonly #accountId: string;
  readonly #stored: ReadonlyMap<string, KnownKey>;
  /** Row to its keys. Made when it is needed: an id takes a digest. */
  #ofRows: Map<string, Set<string>> | null = null;

  constructor(accountId: string, stored: ReadonlyMap<string, KnownKey>) {
    this.#accountId = accountId;
    this.#stored = stored;
  }

  /**
   * `before`: the transactions that the mutation changes or deletes, as they were. `made`: the number up to which rows
   * are as it made them; 0 where no verdict has told it.
   */
  replay(operation: Operation, { before, made }: { before: ReadonlyMap<string, TransactionRow>; made: number }): void {
    if (operation.kind === 'call') return;
    if (operation.table === 'imports' && operation.kind === 'delete') this.#revert(operation.id);
    if (operation.table !== 'transactions') return;
    const row = 'row' in operation ? undefined : before.get(operation.id);
    if ('row' in operation) this.#replayRow(operation, made);
    else if (!row) return;
    else if (operation.kind === 'patch') this.#replayPatch(operation, row, made);
    else if (this.#isImported(row)) this.#end(row.id, 'deleted', operation.importId);
  }

  #replayRow({ row, key, kind }: Restore | Extract<Insert, { table: 'transactions' }>, made: number): void {
    if (row.accountId !== this.#accountId || row.importId === null) return;
    if (key === undefined) this.#end(row.id, 'here');
    else if (kind === 'restore' || !this.#stands(key)) this.#put(key, { id: row.id, importId: row.importId, made });
  }

  #replayPatch({ id, key, after: { accountId, importId } }: Patch, row: TransactionRow, made: number): void {
    const isLeaving = typeof accountId === 'string' && accountId !== row.accountId;
    if (isLeaving && accountId === this.#accountId) this.#end(id, 'here');
    else if (key !== undefined && row.accountId === this.#accountId && typeof importId === 'string') {
      if (!this.#stands(key)) this.#put(key, { id, importId, made });
    } else if (this.#isImported(row)) {
      if (isLeaving) this.#end(id, 'moved');
      else this.#markChanged(id);
    } else if (row.accountId === this.#accountId && typeof importId === 'string') this.#giveBack(id, importId);
  }

  /** A row of another origin has no key, and nothing has to be searched for. */
  #isImported({ accountId, importId }: TransactionRow): boolean {
    return accountId === this.#accountId && importId !== null;
  }

  #at(key: string): KnownKey | undefined {
    return this.changed.get(key) ?? this.#stored.get(key);
  }

  #stands(key: string): boolean {
    const fate = this.#at(key)?.fate;
    return fate === 'here' || fate === 'moved';
  }

  #put(key: string, { id, importId, made }: { id: string; importId: string; made: number }): void {
    const rowId = id === importedId(this.#accountId, key) ? null : id;
    this.changed.set(key, { key, rowId, importId, fate: 'here', made });
    this.#ofRows?.set(id, (this.#ofRows.get(id) ?? new Set()).add(key));
  }

  /** `importId`: the import that is taken back with the row. It takes no row of another one. */
  #end(rowId: string, fate: Fate, importId?: string): void {
    for (const one of this.#keysOf(rowId)) {
      if (importId !== undefined && one.importId !== importId) continue;
      if (fate === 'here' ? mayBeHere(one) : one.fate === 'here') this.changed.set(one.key, { ...one, fate });
    }
  }

  /** A row that gets its origin back has its key back. */
  #giveBack(rowId: string, importId: string): void {
    for (const one of this.#keysOf(rowId)) {
      const isIts = one.importId === importId && one.fate === 'reverted';
      if (isIts) this.changed.set(one.key, { ...one, fate: 'here' });
    }
  }

  #markChanged(rowId: string): void {
    for (const one of this.#keysOf(rowId))
      if (one.made !== CHANGED) this.changed.set(one.key, { ...one, made: CHANGED });
  }

  #revert(importId: string): void {
    for (const one of this.#all()) {
      const isLink = one.fate === 'here' && one.rowId !== null;
      if (one.importId !== importId || (one.fate !== 'deleted' && !isLink)) continue;
      this.changed.set(one.key, { ...one, fate: 'reverted' });
    }
  }

  #keysOf(rowId: string): KnownKey[] {
    this.#ofRows ??= this.#byRow();
    return [...(this.#ofRows.get(rowId) ?? [])].flatMap((key) => this.#at(key) ?? []);
  }

  #byRow(): Map<string, Set<string>> {
    const ofRows = new Map<string, Set<string>>();
    for (const one of this.#all()) {
      const id = rowOfKey(this.#accountId, one);
      ofRows.set(id, (ofRows.get(id) ?? new Set()).add(one.key));
    }
    return ofRows;
  }

  #all(): KnownKey[] {
    const untouched = [...this.#stored.values()].filter(({ key }) => !this.changed.has(key));
    return [...untouched, ...this.changed.values()];
  }
}

/** A row that a reverted import was only linked to is no longer the bank's when it comes back. */
function mayBeHere({ fate, rowId }: KnownKey): boolean {
  return fate !== 'reverted' || rowId === null;
}
