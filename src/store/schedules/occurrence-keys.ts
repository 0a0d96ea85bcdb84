/**
 * The keys of occurrences as the user's own entries leave them. Stored are the server's words, beside the keys of
 * imports. What open entries do is laid over them when they are read (S69i). There are few of them, so nothing is kept
 * by row.
 */
import type { Fate } from '#domain/ids/import-keys';
import { importedId } from '#domain/ids/imported-id';
import { rowOfKey } from '#domain/ids/row-of-key';
import { changesOccurrence, type OccurrenceCall } from '#domain/mutations/occurrence-calls';
import { isOnTransaction, type OnTransaction } from '#domain/mutations/operation-groups';
import type { TransactionRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import { type KeyAction, readKeyActions, transactionsBefore } from '../imports/key-actions.ts';
import { type KnownKey, putKeys, readStoredKeys } from '../imports/stored-keys.ts';

/** The keys of occurrences of these schedules of the account, by key. */
export async function readOccurrenceKeys(
  db: Database,
  accountId: string,
  schedules: ReadonlySet<string>,
): Promise<Map<string, KnownKey>> {
  const [keys, actions] = await Promise.all([readStoredKeys(db, accountId, schedules), readKeyActions(db)]);
  for (const one of replayedOccurrences(accountId, keys, actions)) keys.set(one.key, one);
  return keys;
}

/** The keys of occurrences in the account that these actions change, as they leave them. */
function replayedOccurrences(
  accountId: string,
  stored: ReadonlyMap<string, KnownKey>,
  actions: readonly KeyAction[],
): KnownKey[] {
  const keys = new Occurrences(accountId, stored);
  for (const action of actions) {
    const before = transactionsBefore(action);
    for (const operation of action.operations) {
      if (changesOccurrence(operation)) keys.replayCall(operation);
      else if (isOnTransaction(operation)) keys.replay(operation, before);
    }
  }
  return [...keys.changed.values()];
}

/** Writes what these entries do to keys of occurrences, where no server does: they leave the outbox. */
export async function settleOccurrences(db: Database, entries: readonly OutboxEntry[]): Promise<void> {
  const ofAccounts = Map.groupBy(await db.schedules.toArray(), ({ accountId }) => accountId);
  for (const [accountId, schedules] of ofAccounts) {
    const stored = await readStoredKeys(db, accountId, new Set(schedules.map(({ id }) => id)));
    await putKeys(db, accountId, replayedOccurrences(accountId, stored, entries));
  }
}

/** Whether an occurrence with this fate is not added any more: its row is here or moved, or it was skipped. */
export function isSettled(fate: Fate | undefined): boolean {
  return fate !== undefined && fate !== 'reverted';
}

class Occurrences {
  readonly changed = new Map<string, KnownKey>();
  readonly #accountId: string;
  readonly #stored: ReadonlyMap<string, KnownKey>;

  constructor(accountId: string, stored: ReadonlyMap<string, KnownKey>) {
    this.#accountId = accountId;
    this.#stored = stored;
  }

  replayCall({ name, arguments: { accountId, scheduleId, key } }: OccurrenceCall): void {
    if (accountId !== this.#accountId) return;
    const fate = this.#at(key)?.fate;
    if (name === 'occurrence.unskip') this.#change(key, 'deleted', 'reverted');
    else if (!isSettled(fate)) {
      this.changed.set(key, { key, rowId: null, importId: scheduleId, fate: 'deleted', made: 0 });
    }
  }

  /** `before`: the transactions that the mutation changes or deletes, as they were. */
  replay(operation: OnTransaction, before: ReadonlyMap<string, TransactionRow>): void {
    if ('row' in operation) {
      const { row } = operation;
      if (row.accountId !== this.#accountId) return;
      if (operation.kind === 'restore') this.#ofRow(row.id, ['deleted', 'moved', 'reverted'], 'here');
      else if (operation.table === 'transactions') this.#take(operation, row.id, operation.again === true);
      return;
    }
    const row = before.get(operation.id);
    if (!row) return;
    if (operation.kind === 'delete') {
      this.#ofRow(row.id, ['here'], 'deleted');
      return;
    }
    const { accountId = row.accountId } = operation.after;
    if (accountId !== row.accountId) {
      if (accountId === this.#accountId) this.#ofRow(row.id, ['moved'], 'here');
      if (row.accountId === this.#accountId) this.#ofRow(row.id, ['here'], 'moved');
    } else if (row.accountId === this.#accountId) this.#take(operation, row.id, false);
  }

  /** The row takes the place of the occurrence that the operation names, if it is free, or deleted and wanted again. */
  #take(
    { key, scheduleId }: { key?: string | undefined; scheduleId?: string | undefined },
    id: string,
    again: boolean,
  ) {
    if (key === undefined || scheduleId === undefined) return;
    const fate = this.#at(key)?.fate;
    if (isSettled(fate) && !(again && fate === 'deleted')) return;
    const rowId = id === importedId(this.#accountId, key) ? null : id;
    this.changed.set(key, { key, rowId, importId: scheduleId, fate: 'here', made: 0 });
  }

  #ofRow(rowId: string, from: readonly Fate[], to: Fate): void {
    for (const one of this.#all()) {
      if (rowOfKey(this.#accountId, one) !== rowId) continue;
      for (const fate of from) this.#change(one.key, fate, to);
    }
  }

  #change(key: string, from: Fate, to: Fate): void {
    const one = this.#at(key);
    if (one?.fate === from) this.changed.set(key, { ...one, fate: to });
  }

  #at(key: string): KnownKey | undefined {
    return this.changed.get(key) ?? this.#stored.get(key);
  }

  #all(): KnownKey[] {
    return [...new Map([...this.#stored, ...this.changed]).values()];
  }
}
