/** Who may see and do what: the SQL policies, for the in-memory server. */

import { categoriesOf, SPLIT } from '#domain/money/lines';
import { categoryType } from '#domain/refunds';
import type { BudgetRow, MembershipRow, Role, TransactionRow } from '#domain/rows';
import type { Rows, State, TableName } from './state.ts';

const RANK: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

export function atLeast(role: Role | null, wanted: Role): boolean {
  return role !== null && RANK[role] >= RANK[wanted];
}

export function roleInAccount(state: State, userId: string, accountId: string): Role | null {
  if (state.tables.accounts.get(accountId)?.ownerId === userId) return 'owner';
  return membershipIn(state, userId, accountId, null)?.role ?? null;
}

export function roleInBudget(state: State, userId: string, budgetId: string): Role | null {
  const budget = state.tables.budgets.get(budgetId);
  return budget ? (membershipIn(state, userId, budget.accountId, budgetId)?.role ?? null) : null;
}

export function membershipIn(
  state: State,
  userId: string,
  accountId: string,
  budgetId: string | null,
): MembershipRow | undefined {
  for (const row of state.tables.memberships.values()) {
    if (row.accountId === accountId && row.budgetId === budgetId && row.userId === userId) return row;
  }
  return undefined;
}

/**
 * Whether the budget covers the transaction or lines of it: a contribution to it, or a regular one of its account with
 * its category's name and type (S64c, S78e). A budget without a category covers all regular ones of the account.
 */
export function covers(state: State, budget: BudgetRow, row: TransactionRow): boolean {
  if (row.accountId !== budget.accountId || row.nature !== 'regular') return false;
  if (row.budgetId === budget.id || budget.categoryId === null) return true;
  const category = state.tables.categories.get(budget.categoryId);
  return category !== undefined && category.type === categoryType(row) && categoriesOf(row).includes(category.name);
}

/** What somebody who has only the budget sees of a transaction that it covers: of a split, only those lines (S66f). */
export function seenThrough(state: State, budget: BudgetRow, row: TransactionRow): TransactionRow {
  if (!row.lines) return row;
  const name = state.tables.categories.get(budget.categoryId ?? '')?.name;
  const lines = row.lines.filter(({ category }) => name === undefined || category === name).sort(byId);
  const amount = lines.reduce((sum, { cents }) => sum + cents, 0);
  return {
    ...row,
    amount,
    lines,
    category: name ?? SPLIT,
    description: '',
    notes: '',
    createdAt: `${row.date}T00:00:00.000Z`,
  };
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}

/** Returns the joined budgets that cover the transaction. */
export function sharedViews(state: State, row: TransactionRow): string[] {
  const joined = new Set([...state.tables.memberships.values()].map((membership) => membership.budgetId));
  return [...state.tables.budgets.values()]
    .filter((budget) => joined.has(budget.id) && covers(state, budget, row))
    .map((budget) => budget.id);
}

function budgetsOf(state: State, userId: string): BudgetRow[] {
  return [...state.tables.budgets.values()].filter((budget) => roleInBudget(state, userId, budget.id) !== null);
}

/** Whether the user may see an existing row. Who has only a budget never sees a row with lines as it is (S66f). */
export function mayRead<T extends TableName>(state: State, userId: string, table: T, row: Rows[T]): boolean {
  const accountId = 'accountId' in row ? String(row.accountId) : row.id;
  if (roleInAccount(state, userId, accountId)) return true;
  switch (table) {
    case 'accounts':
    case 'reconciliations':
    case 'imports':
    case 'schedules':
      return false;
    case 'budgets':
      return roleInBudget(state, userId, row.id) !== null;
    case 'categories':
      return budgetsOf(state, userId).some((budget) => budget.categoryId === row.id);
    case 'memberships': {
      const membership = state.tables.memberships.get(row.id);
      return membership?.userId === userId || roleInBudget(state, userId, membership?.budgetId ?? '') !== null;
    }
    default: {
      const transaction = state.tables.transactions.get(row.id);
      if (!transaction || transaction.lines) return false;
      return budgetsOf(state, userId).some((one) => covers(state, one, transaction));
    }
  }
}

/**
 * Whether the user may make, change or delete this transaction as it is. Admins may change any, others only their own.
 * An expense from a budget needs an admin of the budget. Everybody who has a budget may put income into it.
 */
export function mayWrite(state: State, userId: string, row: TransactionRow): boolean {
  const inAccount = roleInAccount(state, userId, row.accountId);
  if (atLeast(inAccount, 'admin')) return true;
  if (row.userId !== userId) return false;
  const inBudget = row.budgetId ? roleInBudget(state, userId, row.budgetId) : null;
  const isIncome = row.type === 'income';
  if (atLeast(inBudget, 'admin') || (isIncome && inBudget)) return true;
  return atLeast(inAccount, 'member') && (isIncome || row.budgetId === null);
}

export function isAdmin(state: State, userId: string, target: { accountId: string; budgetId: string | null }): boolean {
  if (atLeast(roleInAccount(state, userId, target.accountId), 'admin')) return true;
  return target.budgetId !== null && atLeast(roleInBudget(state, userId, target.budgetId), 'admin');
}
