/**
 * The replica of one user on one device. Each user id has a Dexie database of its own, so another user never sees it.
 * This file only names the tables and opens the database.
 */

import { Dexie, type PromiseExtended, type Table, type Transaction } from 'dexie';
import type { Notice } from '#domain/mutations/notices';
import {
  type AccountRow,
  type BudgetRow,
  type CategoryRow,
  type ImportRow,
  type InvitationRow,
  type MembershipRow,
  type ReconciliationRow,
  type ScheduleRow,
  TRANSACTION_DEFAULTS,
} from '#domain/rows';
import { endsWithPage } from './ends-with-page.ts';
import { KEYS_WITHOUT_NAMES } from './packed-keys.ts';
import { LINES_WITHOUT_NAMES } from './packed-lines.ts';
import { ROWS_LIKE_THE_ONE_ABOVE } from './packed-rows.ts';
import type {
  Base,
  Draft,
  KeysOfImport,
  Meta,
  MonthSides,
  MonthTotals,
  OutboxEntry,
  Page,
  ScopeCursor,
  ScopeSums,
  SmallBase,
  SmallRows,
  SmallTable,
  StoredBase,
} from './records.ts';
import { StorageFailure, storageReason } from './storage-failure.ts';
import { storedAsText } from './stored-as-text.ts';
import { storedForEarlierApps } from './stored-for-0.2.0.ts';
import { watchedAsAWhole } from './watched-as-a-whole.ts';

/** The browser's storage; given only outside a browser. */
export interface BrowserStorage {
  indexedDB: IDBFactory;
  IDBKeyRange: typeof IDBKeyRange;
}

export class Database extends Dexie {
  readonly userId: string;
  readonly accounts: Table<AccountRow, string>;
  readonly categories: Table<CategoryRow, string>;
  readonly budgets: Table<BudgetRow, string>;
  readonly memberships: Table<MembershipRow, string>;
  readonly reconciliations: Table<ReconciliationRow, string>;
  readonly imports: Table<ImportRow, string>;
  readonly schedules: Table<ScheduleRow, string>;
  readonly importKeys: Table<KeysOfImport, [string, string]>;
  readonly invitations: Table<InvitationRow, string>;
  readonly notices: Table<Notice, string>;
  readonly transactions: Table<Page, [string, string, number]>;
  readonly totals: Table<MonthTotals, [string, string]>;
  readonly sums: Table<ScopeSums, string>;
  readonly sides: Table<MonthSides, [string, string]>;
  readonly outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>;
  readonly bases: Table<StoredBase, [string, string]>;
  /** The bases of schedules: 0.2.0 fails on those of tables that it does not have. */
  readonly scheduleBases: Table<SmallBase, [string, string]>;
  readonly cursors: Table<ScopeCursor, string>;
  readonly meta: Table<Meta, string>;
  readonly drafts: Table<Draft, string>;

  constructor(userId: string, options?: Partial<BrowserStorage> & { autoOpen?: boolean }) {
    // Dexie's cache of live queries copies each result and searches it after each change. Screens read small results,
    // so the cache costs more than it saves.
    super(databaseName(userId), { ...options, cache: 'disabled' });
    this.userId = userId;
    this.version(1).stores({
      accounts: 'id',
      categories: 'id, accountId',
      budgets: 'id, accountId',
      memberships: 'id, accountId',
      invitations: 'id',
      transactions: '[scope+month+part]',
      totals: '[scope+month]',
      sums: 'scope',
      outbox: '++seq, &id, state, *rows, wide, holdUntil',
      bases: '[table+id]',
      cursors: 'scope',
      meta: 'key',
    });
    // v0.1.0 had no notices. Each version names only the tables that it changes.
    this.version(2).stores({ notices: 'id' }).upgrade(fillBases);
    this.version(3).stores({ drafts: 'form, keptAt' });
    this.version(4).stores({ reconciliations: 'id, accountId' });
    this.version(5).stores({ imports: 'id, accountId', importKeys: '[accountId+importId]' });
    // No row of v0.1.0 is a side of a transfer.
    this.version(6).stores({ sides: '[scope+month]' });
    this.version(7).stores({ schedules: 'id, accountId', scheduleBases: '[table+id]' });
    this.use(
      storedAsText({
        transactions: { field: 'rows', ...ROWS_LIKE_THE_ONE_ABOVE },
        totals: { field: 'lines', ...LINES_WITHOUT_NAMES },
        importKeys: { field: 'keys', ...KEYS_WITHOUT_NAMES },
      }),
    );
    this.use(storedForEarlierApps);
    this.use(watchedAsAWhole({ outbox: 'rows' }));
    this.use(endsWithPage);
    this.accounts = this.table('accounts');
    this.categories = this.table('categories');
    this.budgets = this.table('budgets');
    this.memberships = this.table('memberships');
    this.reconciliations = this.table('reconciliations');
    this.imports = this.table('imports');
    this.schedules = this.table('schedules');
    this.importKeys = this.table('importKeys');
    this.invitations = this.table('invitations');
    this.notices = this.table('notices');
    this.transactions = this.table('transactions');
    this.totals = this.table('totals');
    this.sums = this.table('sums');
    this.sides = this.table('sides');
    this.outbox = this.table('outbox');
    this.bases = this.table('bases');
    this.scheduleBases = this.table('scheduleBases');
    this.cursors = this.table('cursors');
    this.meta = this.table('meta');
    this.drafts = this.table('drafts');
  }

  /** The tables of the ledger, which change together. */
  get ledger(): Table[] {
    return [this.transactions, this.totals, this.sums, this.sides];
  }

  /** The small tables by name, for code that treats them alike. */
  get small(): { [T in SmallTable]: Table<SmallRows[T], string> } {
    return {
      accounts: this.accounts,
      categories: this.categories,
      budgets: this.budgets,
      memberships: this.memberships,
      reconciliations: this.reconciliations,
      imports: this.imports,
      schedules: this.schedules,
      invitations: this.invitations,
      notices: this.notices,
    };
  }
}

/** Rows of v0.1.0 lack the fields that came later. Those in pages get them when they are read. */
function fillBases(change: Transaction): PromiseExtended {
  return change
    .table<Base>('bases')
    .toCollection()
    .modify((base) => {
      if (base.table === 'transactions' && base.row) base.row = { ...TRANSACTION_DEFAULTS, ...base.row };
    });
}

/** The demo's user, whom no server knows. */
export const DEMO_USER_ID = '0de30000-0000-4000-8000-000000000000';

export function databaseName(userId: string): string {
  return userId === DEMO_USER_ID ? 'carryover-demo' : `carryover-${userId}`;
}

/**
 * Opens the user's database and creates it on first use. When another tab deletes or upgrades it, or the browser closes
 * it, the connection stays closed. Dexie would otherwise open it again at the next read, and so create anew what was
 * deleted. `close` says how. Throws a StorageFailure when the browser refuses storage.
 */
export function openDatabase(userId: string, browser?: BrowserStorage, close = closeAtOnce): Promise<Database> {
  return opened(new Database(userId, { ...browser, autoOpen: false }), close);
}

function closeAtOnce(database: Database): void {
  database.close({ disableAutoOpen: true });
}

/**
 * Like openDatabase, but null when the user has no database here. It creates none, not even when a log-out deletes it
 * at that moment.
 */
export async function openExisting(userId: string): Promise<Database | null> {
  const database = new Database(userId, { autoOpen: false });
  let isAbsent = false;
  // Called where there is no database. The error keeps the opening from making one.
  database.on('populate', () => {
    isAbsent = true;
    throw new StorageFailure('storage_removed');
  });
  try {
    return await opened(database, closeAtOnce);
  } catch (error) {
    if (isAbsent) return null;
    throw error;
  }
}

async function opened(database: Database, close: (database: Database) => void): Promise<Database> {
  database.on('versionchange', () => {
    close(database);
    // Stops Dexie's own reaction, which is to open the database again.
    return false;
  });
  try {
    await database.open();
  } catch (error) {
    const reason = storageReason(error);
    throw new StorageFailure(reason === 'storage' ? 'storage_unavailable' : reason, { cause: error });
  }
  return database;
}

/**
 * `closed`: the browser closed the connection and does not open it again. `removed`: the browser removed the database,
 * for example with the data of all sites. `deleted`: a log-out in another tab deleted it, or a tool of the browser.
 * `outdated`: another tab wants a newer schema, so this page has to be reloaded.
 */
export type DatabaseHealth = 'closed' | 'removed' | 'deleted' | 'outdated';

/**
 * Reports, once, that the database cannot be used any more, until the returned function is called. A connection that
 * the browser closes although the database is still there is opened again.
 */
export function watchDatabase(database: Database, report: (health: DatabaseHealth) => void): () => void {
  let ended = false;
  const end = (health: DatabaseHealth) => {
    if (!ended) report(health);
    ended = true;
  };
  const asked = ({ newVersion }: IDBVersionChangeEvent) => end(newVersion === null ? 'deleted' : 'outdated');
  let isOpening = false;
  const closed = async () => {
    // Dexie reports the end of a connection before it is over, and also after a request of another tab.
    await Promise.resolve();
    // An opening that fails reports the end, too.
    if (ended || isOpening) return;
    isOpening = true;
    let isRemoved = false;
    // Called where there is no database. The error keeps this opening from making an empty one.
    const refuse = () => {
      isRemoved = true;
      throw new StorageFailure('storage_removed');
    };
    database.on('populate', refuse);
    try {
      // A browser that is just removing what it closed aborts the first opening.
      await database.open().catch((error: unknown) => {
        if (isRemoved || ended) throw error;
        return database.open();
      });
    } catch {
      end(isRemoved ? 'removed' : 'closed');
    } finally {
      database.on('populate').unsubscribe(refuse);
      isOpening = false;
    }
  };
  const onClose = () => void closed();
  database.on('close', onClose);
  database.on('versionchange', asked);
  return () => {
    ended = true;
    database.on('close').unsubscribe(onClose);
    database.on('versionchange').unsubscribe(asked);
  };
}
