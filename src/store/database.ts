/**
 * The replica of one user on one device: one Dexie database per user id, so that a different user never sees it.
 * Every other file of the store works on it; this one only names the tables and opens it.
 */

import { Dexie, type Table } from 'dexie';
import type { AccountRow, BudgetRow, CategoryRow, InvitationRow, MembershipRow, Role } from '#domain/rows';
import type { MonthTotals, Page } from './ledger.ts';
import type { OutboxEntry } from './outbox.ts';
import type { Base } from './overlay.ts';
import { StorageFailure, storageReason } from './storage-failure.ts';
import { storedAsText } from './stored-as-text.ts';
import type { ScopeSums } from './sums.ts';
import { LINES_WITHOUT_NAMES } from './totals.ts';

/**
 * How far this device is in a scope. `version`, `grantId` and `before` are the server's cursor, sent back as they came;
 * the rest is what screens and the outbox need to know about the scope.
 */
export interface ScopeCursor {
  scope: string;
  accountId: string;
  role: Role;
  version: number;
  grantId: string;
  /** Months from this one on are here; null when every month is. */
  before: string | null;
}

/** Anything that is one value: the sync state, the pull number, the epoch, budget roles. Each reader parses its own. */
interface Meta {
  key: string;
  value: unknown;
}

/** The tables of rows that are one record each; transactions are kept in pages (ledger.ts). */
export interface SmallRows {
  accounts: AccountRow;
  categories: CategoryRow;
  budgets: BudgetRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
}
export type SmallTable = keyof SmallRows;

/** The browser's storage; given only where there is no browser. */
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
  readonly invitations: Table<InvitationRow, string>;
  readonly transactions: Table<Page, [string, string, number]>;
  readonly totals: Table<MonthTotals, [string, string]>;
  readonly sums: Table<ScopeSums, string>;
  readonly outbox: Table<OutboxEntry, number, Omit<OutboxEntry, 'seq'>>;
  readonly bases: Table<Base, [string, string]>;
  readonly cursors: Table<ScopeCursor, string>;
  readonly meta: Table<Meta, string>;

  constructor(userId: string, options?: BrowserStorage) {
    // Dexie's cache of live queries copies each answer and looks through them with each change; the screens ask for what is small.
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
    this.use(storedAsText({ transactions: { field: 'rows' }, totals: { field: 'lines', ...LINES_WITHOUT_NAMES } }));
    this.accounts = this.table('accounts');
    this.categories = this.table('categories');
    this.budgets = this.table('budgets');
    this.memberships = this.table('memberships');
    this.invitations = this.table('invitations');
    this.transactions = this.table('transactions');
    this.totals = this.table('totals');
    this.sums = this.table('sums');
    this.outbox = this.table('outbox');
    this.bases = this.table('bases');
    this.cursors = this.table('cursors');
    this.meta = this.table('meta');
  }

  /** The tables of the ledger, which are changed together. */
  get ledger(): Table[] {
    return [this.transactions, this.totals, this.sums];
  }

  /** The small tables by name, for code that treats them alike. */
  get small(): { [T in SmallTable]: Table<SmallRows[T], string> } {
    return {
      accounts: this.accounts,
      categories: this.categories,
      budgets: this.budgets,
      memberships: this.memberships,
      invitations: this.invitations,
    };
  }
}

/** The user of the demo, whom no server knows. */
export const DEMO_USER_ID = '0de30000-0000-4000-8000-000000000000';

export function databaseName(userId: string): string {
  return userId === DEMO_USER_ID ? 'carryover-demo' : `carryover-${userId}`;
}

/**
 * Opens the user's database, made on first use. When another tab removes it or brings it to a newer schema, the connection
 * closes for good: Dexie would open it again at the next read, and so make anew, empty, what a log-out has removed. Throws a
 * StorageFailure when the browser refuses storage.
 */
export async function openDatabase(userId: string, browser?: BrowserStorage): Promise<Database> {
  const database = new Database(userId, browser);
  database.on('versionchange', () => {
    database.close({ disableAutoOpen: true });
    // Keeps Dexie's own answer from being given, which is to open again.
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
 * `open`: usable. `closed`: the browser closed the connection under the app (storage cleared or evicted); the next access
 * opens it again. `outdated`: another tab wants a newer schema, so this page has to be loaded again.
 */
export type DatabaseHealth = 'open' | 'closed' | 'outdated';

/** Reports each change of the connection's health until the returned function is called. */
export function watchDatabase(database: Database, report: (health: DatabaseHealth) => void): () => void {
  const closed = () => report('closed');
  const ready = () => report('open');
  const outdated = ({ newVersion }: IDBVersionChangeEvent) => {
    // Without a new version the database is being removed: its user logged out in another tab.
    if (newVersion !== null) report('outdated');
  };
  database.on('close', closed);
  database.on('ready', ready, true);
  database.on('versionchange', outdated);
  return () => {
    database.on('close').unsubscribe(closed);
    database.on('ready').unsubscribe(ready);
    database.on('versionchange').unsubscribe(outdated);
  };
}
