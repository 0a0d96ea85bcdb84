/** What the device's database stores, one type for each kind of record. This file imports the domain only. */
import type { Fate } from '#domain/ids/import-keys';
import type { SumLine, Summary } from '#domain/money/totals';
import type { Notice } from '#domain/mutations/notices';
import type { Operation } from '#domain/mutations/operations';
import type { Applied, NotTaken, Verdict } from '#domain/mutations/verdicts';
import type {
  AccountRow,
  BudgetRow,
  CategoryRow,
  ImportRow,
  InvitationRow,
  MembershipRow,
  ReconciliationRow,
  Role,
  ScheduleRow,
  TransactionRow,
} from '#domain/rows';

/** The tables with one record for each row; transactions are kept in pages. */
export interface SmallRows {
  accounts: AccountRow;
  categories: CategoryRow;
  budgets: BudgetRow;
  memberships: MembershipRow;
  reconciliations: ReconciliationRow;
  imports: ImportRow;
  schedules: ScheduleRow;
  invitations: InvitationRow;
  notices: Notice;
}
export type SmallTable = keyof SmallRows;
export type RowTable = SmallTable | 'transactions';
/** Names a row: table and id. */
export type RowKey = [table: RowTable, id: string];

/**
 * A row as the user saw it, with the table that it belongs to. Notices are not rows of the ledger: nobody keeps them.
 */
export interface KeptRow {
  table: Exclude<RowTable, 'notices'>;
  row: SmallRows[Exclude<SmallTable, 'notices'>] | TransactionRow;
}

/** Whether the kept row is a transaction. */
export function isTransaction(row: KeptRow['row']): row is TransactionRow {
  return 'date' in row && 'amount' in row;
}

/**
 * A transaction as it is stored: under its bare name, without the names that open renames give it (outbox/aliases.ts).
 * `namedAfter`: the `seq` of the last rename before the user gave it this name. Only later renames change the name.
 */
export type StoredRow = TransactionRow & { namedAfter?: number };

/** Sums over stored rows with one bare name and one `namedAfter`. */
export type StoredLine = SumLine & { namedAfter?: number };

/** A part of a month; `part` 0 holds the newest rows. Order: date, then createdAt, newest first; then id. */
export interface Page {
  scope: string;
  month: string;
  part: number;
  rows: StoredRow[];
}

/** Names a page of a scope. */
export type PageName = Pick<Page, 'month' | 'part'>;

/** A place of a transaction. A row has one place in a scope, but may be in several scopes. */
export interface Place {
  scope: string;
  month: string;
}

/** The totals of one month of a scope, by nature, type, category and budget. */
export interface MonthTotals {
  scope: string;
  month: string;
  lines: StoredLine[];
}

/** The transfers of which a month of a scope has sides. A month without any has no record. */
export interface MonthSides {
  scope: string;
  month: string;
  /** Their ids in one text, each as often as the month has sides of it. */
  transfers: string;
}

/** The sums of all months of a scope. */
export interface ScopeSums extends Summary {
  scope: string;
}

/** The server's last word on a row that open entries touch; `row` is null when the server has none. */
export type Base = SmallBase | TransactionBase;

export interface SmallBase {
  table: SmallTable;
  id: string;
  row: SmallRows[SmallTable] | null;
}

export interface TransactionBase {
  table: 'transactions';
  id: string;
  row: TransactionRow | null;
  /** The places of the server's row; empty without a row. */
  places: Place[];
  /** The places of the row that the user sees. */
  seen: Place[];
}

/**
 * The bases of many transactions that one entry adds: the server has none of them. A row that a later entry touches has
 * a base of its own, too, which goes before this one.
 */
export interface AddedRows {
  table: 'added';
  /** The id of the first of the rows. */
  id: string;
  /** The places of the rows that the user sees, each with the ids of its rows in one text. */
  places: (Place & { ids: string })[];
}

export type StoredBase = Base | AddedRows;

/**
 * How far this device is in a scope. `version`, `grantId`, `before`, `protocol` and `keys` are the server's cursor and
 * are sent back unchanged. The rest is what screens and the outbox need to know about the scope.
 */
export interface ScopeCursor {
  scope: string;
  accountId: string;
  role: Role;
  version: number;
  grantId: string;
  /** This device has the months from this one on; null when it has every month. */
  before: string | null;
  /** The protocol of the request that brought the rows; absent for those that v0.1.0 fetched. */
  protocol?: number | undefined;
  /** Up to this number the import keys are here; absent where none came yet. */
  keys?: number | undefined;
}

export interface StoredKey {
  key: string;
  /** The row that the key was linked to; null where it made the row. */
  rowId: string | null;
  fate: Fate;
  /** The row's number when it got the key. A higher one tells that the row has changed. */
  made: number;
}

/** Keys of one import. What this user did since is laid over them when they are read. */
export interface KeysOfImport {
  accountId: string;
  /** The id of the import, and which part of the account's keys this is (stored-keys.ts). */
  importId: string;
  keys: StoredKey[];
}

/** A record for one single value, such as the sync state; `readMeta` parses it. */
export interface Meta {
  key: string;
  value: unknown;
}

/** What a user typed into a form and has not saved yet. It is on this device only. */
export interface Draft {
  /** Names the form, for example `dashboard`; for an edit also the row, `edit:<id>`. */
  form: string;
  /** The form's fields as typed. The form's own reader parses them. */
  values: unknown;
  /** What an edit changes: the row as its editor last showed it. */
  from?: unknown;
  /** The opened form that wrote it, a random id. */
  writer: string;
  /** When it was written, by the device's clock; ISO. */
  keptAt: string;
}

export type OutboxState = 'pending' | 'in_flight' | 'applied' | 'superseded' | 'rejected' | 'blocked' | 'lost';

/** A mutation that is stored until it is settled (outbox/outbox.ts). */
export interface OutboxEntry {
  /** The order in which this device stored the entries. */
  seq: number;
  /** The mutation's id. The server gives the same verdict to the same id, however often it comes. */
  id: string;
  userId: string;
  userEmail: string;
  /** The device's clock, corrected by the measured offset to the server's; ISO. */
  editedAt: string;
  operations: Operation[];
  /** Its transactions are independent, and the server decides on each unit of them by itself (S72a). */
  apart?: true;
  /** What one command did, as the server's record of changes names it. Absent where that is this mutation alone. */
  action?: string;
  /** The action that it takes back (S67a). Absent in entries of v0.2.0. */
  undoes?: string;
  /**
   * Account to the version of this device's cursor when the user acted: the names of categories are meant as they were
   * then. Absent in entries of v0.1.0, and where no category is named.
   */
  cursors?: Record<string, number>;
  state: OutboxState;
  /** Every row that the operations touched on this device. */
  rows: RowKey[];
  /**
   * A multi-row entry: its operations reach rows that they do not name. A rename, or an account with all that is in it.
   */
  wide?: 1;
  /**
   * The accounts in which this rename gives transactions another name. The rows keep their bare names, and readers lay
   * this one over them. An entry of v0.1.0 has written its name into the rows, and gets this when it is replayed.
   */
  renamesIn?: string[];
  verdict?: Verdict;
  /**
   * What the server said of each of its transactions. Set when the entry holds what was not taken of another one, whose
   * operations were decided apart. It never overlays rows (S72c).
   */
  notTaken?: NotTaken[];
  /** How many transactions that other entry was about. Set with `notTaken`. */
  amongAll?: number;
  /**
   * The verdict on the mutation of which this entry holds only what was taken. A restored server that still knows the
   * mutation takes what is left of it for another content (S72g).
   */
  divided?: Applied;
  /**
   * Set when this entry takes back something that the server may never have received. A missing row is then a success.
   */
  goneIsDone?: true;
  /**
   * Set when the cursors have reached the verdict's versions. The entry stays for the user to see, but no longer
   * overlays rows.
   */
  absorbed?: true;
  /**
   * The rows that the operations change, delete or are about, as the user saw them before. People recognise the entry
   * by them.
   */
  seen?: KeptRow[];
  /** The rows as the user last saw them, kept when the server took them away. */
  content?: KeptRow[];
  blocked?: { code: string /** The entry that this one needs; null for the culprit itself. */; by: string | null };
  /** The entry is not sent before this moment, ISO. It waits for an Undo toast, or the server failed on it. */
  holdUntil?: string;
  /** Since when the server has been failing on this entry alone, ISO. */
  failedAt?: string;
  /** How long the entry was delayed after the last failure, in milliseconds. */
  heldMs?: number;
  /**
   * How often this entry was taken from a copy of what a restored server lost. It goes up with the time of the copy,
   * and in no device's name: what this device has written since does not make the copy newer.
   */
  resent?: number;
  /** How often it was sent. */
  attempts: number;
  createdAt: string;
}
