/** What the in-memory server keeps: plain data, never changed in place, so that a backup is a copy of the maps. */
import type { AccountRow, BudgetRow, CategoryRow, InvitationRow, MembershipRow, TransactionRow } from '#domain/rows';
import type { Verdict } from '#domain/verdicts';
import type { Removal } from '../../../sync/protocol.ts';

export interface Rows {
  accounts: AccountRow;
  categories: CategoryRow;
  budgets: BudgetRow;
  memberships: MembershipRow;
  transactions: TransactionRow;
}
export type TableName = keyof Rows;

/** When, by whom and under which number a field group was last written. */
export interface Clock {
  at: string;
  by: string;
  version: number;
}

export interface LoggedRemoval extends Removal {
  /** The shared budget from whose view the row went; null where it went from the account's. */
  view: string | null;
  by: string;
  createdBy: string | null;
  createdByEmail: string | null;
}

/** Outlives its account. */
export interface Log {
  version: number;
  floor: number;
  /** The owner's grant; another one when the account was deleted and made again. */
  grant: number;
  removals: readonly LoggedRemoval[];
}

export interface State {
  epoch: string;
  users: Map<string, { email: string }>;
  tables: { [T in TableName]: Map<string, Rows[T]> };
  invitations: Map<string, InvitationRow>;
  /** By row, then by field group. */
  clocks: Map<string, Record<string, Clock>>;
  logs: Map<string, Log>;
  /** By user and mutation. */
  ledger: Map<string, { payload: string; verdict: Verdict }>;
  /** By membership: what this person may see; another number makes their devices start the scope afresh. */
  grants: Map<string, number>;
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
      transactions: new Map(),
    },
    invitations: new Map(),
    clocks: new Map(),
    logs: new Map(),
    ledger: new Map(),
    grants: new Map(),
  };
}
