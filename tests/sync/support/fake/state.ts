/** The state of the in-memory server: plain data that nobody changes in place, so a backup is a copy of the maps. */

import type { Fate } from '#domain/ids/import-keys';
import type { Notice } from '#domain/mutations/notices';
import type { Verdict } from '#domain/mutations/verdicts';
import type {
  AccountRow,
  BudgetRow,
  CategoryRow,
  ImportRow,
  InvitationRow,
  MembershipRow,
  ReconciliationRow,
  ScheduleRow,
  TransactionRow,
} from '#domain/rows';
import type { Removal } from '../../../../sync/protocol.ts';
import type { Clocks } from './clocks.ts';

/** `madeAt`: the order of changes when it was made. */
export type MadeReconciliation = ReconciliationRow & { madeAt: number };

export interface Rows {
  accounts: AccountRow;
  categories: CategoryRow;
  budgets: BudgetRow;
  memberships: MembershipRow;
  reconciliations: MadeReconciliation;
  imports: ImportRow;
  schedules: ScheduleRow;
  transactions: TransactionRow;
}
export type TableName = keyof Rows;

export interface LoggedRemoval extends Removal {
  /** The shared budget whose view the row left; null when it left the account's. */
  view: string | null;
  by: string;
  /** Removals of all accounts in the order in which they were made. */
  order: number;
  createdBy: string | null;
  createdByEmail: string | null;
}

/** The log of an account. It outlives the account. */
export interface Log {
  version: number;
  floor: number;
  /** The numbers that restores left out: above the first, up to the second. */
  skipped: readonly (readonly [number, number])[];
  /** The owner's grant. It changes when the account is deleted and made again, or handed over. */
  grant: string;
  removals: readonly LoggedRemoval[];
}

/** What stood before a change or removal of a transaction. */
export interface Change {
  order: number;
  accountId: string;
  version: number;
  rowId: string;
  kind: 'change' | 'removal';
  groups: readonly string[];
  /** The whole row, also of a change. */
  before: TransactionRow;
  /** Of a removed row. */
  clocks: Clocks;
  author: string;
  /** Of a row that several people removed: all of them. */
  deleters: readonly string[];
  device: string | null;
  editedAt: string;
  /** When it reached the server. */
  at: string;
}

/**
 * That a mutation changed, removed, brought back or made a row of any table. Of new transactions none tells. An undo
 * asks who had the last word (S67a).
 */
export interface Word {
  order: number;
  rowId: string;
  kind: 'change' | 'removal' | 'addition';
  groups: readonly string[];
  /** Null for what is no person's mutation. */
  action: string | null;
  undoes: string | null;
  author: string;
}

/** A change or removal of a row of any table, by a person. Notices end with it. */
export interface Written {
  order: number;
  accountId: string;
  rowId: string;
  author: string;
  editedAt: string;
  /** When it reached the server. */
  at: string;
  groups: readonly string[];
  /** The row that was removed; null after a change. */
  removed: Notice['removed'] | null;
}

export interface Rename {
  accountId: string;
  version: number;
  type: string;
  from: string;
  to: string;
  device: string | null;
  /** When it reached the server: nobody else knew of it before. */
  at: string;
  /** What a merge took; absent for a plain rename. */
  merge?: Merge;
}

export interface Merge {
  action: string;
  /** The category that had the old name; null where the account had none. */
  went: Rows['categories'] | null;
  /** The clock of the category of each budget that named it, after the merge. */
  budgets: Record<string, string>;
  rows: Map<string, MergedRow>;
}

/** `lines`: of a split one, the ids of the lines. `clock`: that of its category, or lines, as the merge met it. */
export interface MergedRow {
  lines: string[] | null;
  clock: string;
}

/** An import key of an account. */
export interface KnownKey {
  accountId: string;
  key: string;
  rowId: string;
  importId: string;
  /** It is of an occurrence, and `importId` is the schedule. */
  ofSchedule: boolean;
  fate: Fate;
  made: number;
  version: number;
}

export interface State {
  epoch: string;
  users: Map<string, { email: string }>;
  tables: { [T in TableName]: Map<string, Rows[T]> };
  invitations: Map<string, InvitationRow>;
  /** By row, then by field group; of an import that is back, by its name in own-imports.ts. */
  clocks: Map<string, Clocks>;
  logs: Map<string, Log>;
  /** By user and mutation. */
  ledger: Map<string, { payload: string; verdict: Verdict; numbered?: { device: string; number: number } }>;
  /** By user and device: the highest number of a mutation that the ledger has forgotten. */
  devices: Map<string, number>;
  /** By order. */
  changes: Map<number, Change>;
  /** By order. */
  words: Map<number, Word>;
  /** By order. */
  written: Map<number, Written>;
  /** By account and key. */
  importKeys: Map<string, KnownKey>;
  /** Every transfer id that was ever used, with the ids of its two transactions. */
  transfers: Map<string, string>;
  /** By account and version. */
  renames: Map<string, Rename>;
  notices: Map<string, Omit<Notice, 'removed'> & { userId: string; order: number; isRead: boolean }>;
  /** The last number given to a removal, change or notice. */
  order: number;
  /** By membership. Another number makes the person's devices start the scope anew. */
  grants: Map<string, string>;
  /** By account: to whom its owner offers it. */
  offers: Map<string, { to: string; by: string }>;
}

export function emptyState(): State {
  return {
    epoch: 'epoch-1',
    users: new Map(),
    tables: {
      accounts: new Map(),
      categories: new Map(),
      budgets: new Map(),
      memberships: new Map(),
      reconciliations: new Map(),
      imports: new Map(),
      schedules: new Map(),
      transactions: new Map(),
    },
    invitations: new Map(),
    clocks: new Map(),
    logs: new Map(),
    ledger: new Map(),
    devices: new Map(),
    changes: new Map(),
    words: new Map(),
    written: new Map(),
    importKeys: new Map(),
    transfers: new Map(),
    renames: new Map(),
    notices: new Map(),
    order: 0,
    grants: new Map(),
    offers: new Map(),
  };
}
