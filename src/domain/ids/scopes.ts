/**
 * Scopes: the parts of the ledger that a user is given, each with pages, totals and a cursor of its own. A scope is
 * named `account:<id>` or, for people who were given only a budget, `budget:<id>`.
 */

/** The scope that holds everything of an account. */
export function accountScope(accountId: string): string {
  return `account:${accountId}`;
}

/** The scope that holds what a budget covers, for people who do not have its account. */
export function budgetScope(budgetId: string): string {
  return `budget:${budgetId}`;
}

/** The budget that a scope was given for; null for the scope of an account. */
export function budgetOfScope(scope: string): string | null {
  const prefix = budgetScope('');
  return scope.startsWith(prefix) ? scope.slice(prefix.length) : null;
}
