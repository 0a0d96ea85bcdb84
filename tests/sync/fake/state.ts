/** What the in-memory server keeps: plain data, so that a backup is a clone of it. */
import type {
  AccountRow,
  BudgetRow,
  CategoryRow,
  InvitationRow,
  MembershipRow,
  Role,
  TransactionRow,
} from '#domain/rows';
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

/** When a field group was last written: the writer's time, and the row's version. */
export interface Clock {
  at: string;
  version: number;
}

export interface Log {
  version: number;
  floor: number;
  /** `views`: the budgets from whose view the row went; `account`: it went from the account's view too. */
  removals: (Removal & { account: boolean; views: string[]; by: string; row: TransactionRow | null })[];
}

export interface State {
  epoch: string;
  users: Map<string, { email: string }>;
  tables: { [T in TableName]: Map<string, Rows[T]> };
  invitations: Map<string, InvitationRow>;
  clocks: Map<string, Clock>;
  logs: Map<string, Log>;
  ledger: Map<string, { payload: string; verdict: Verdict }>;
  /** Counts the grants of a scope to a user; a lost and given scope is another one. */
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

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

export function atLeast(role: Role | null, wanted: Role): boolean {
  return role !== null && RANK[role] >= RANK[wanted];
}

export function roleInAccount(state: State, userId: string, accountId: string): Role | null {
  if (state.tables.accounts.get(accountId)?.ownerId === userId) return 'owner';
  for (const row of state.tables.memberships.values()) {
    if (row.accountId === accountId && row.target === 'account' && row.userId === userId) return row.role;
  }
  return null;
}

export function roleInBudget(state: State, userId: string, budgetId: string): Role | null {
  for (const row of state.tables.memberships.values()) {
    if (row.budgetId === budgetId && row.userId === userId) return row.role;
  }
  return null;
}

/** Whether the budget covers the transaction: its account's, of its category's name if it has one, or a contribution. */
export function covers(state: State, budget: BudgetRow, row: TransactionRow): boolean {
  if (row.accountId !== budget.accountId) return false;
  if (row.budgetId === budget.id || budget.categoryId === null) return true;
  return state.tables.categories.get(budget.categoryId)?.name === row.category;
}

export function viewsOf(state: State, row: TransactionRow): string[] {
  const budgets = [...state.tables.budgets.values()];
  return budgets.filter((budget) => covers(state, budget, row)).map((budget) => budget.id);
}

/** Whether the user may see a transaction, through its account or a budget that covers it. */
export function mayRead(state: State, userId: string, row: TransactionRow): boolean {
  if (roleInAccount(state, userId, row.accountId)) return true;
  return viewsOf(state, row).some((budgetId) => roleInBudget(state, userId, budgetId));
}
