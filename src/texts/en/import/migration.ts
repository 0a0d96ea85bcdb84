/** Moving from another app: its accounts, categories, transfers and budgets. Amounts come formatted. */
import { counted, formatCount } from '#domain/money/numbers';

export const APPS = { ynab: 'YNAB', actual: 'Actual', firefly: 'Firefly III' } as const;

/** How to get the export out of each app, in short. The whole of it stands in docs/moving.md. */
export const GUIDE = 'Moving from another app';
export const GUIDES: readonly string[] = [
  'YNAB: export the plan data, and drop the ZIP with the register and the budget.',
  'Actual: open all accounts without a filter, export them, and drop the file.',
  'Firefly III: export data of the whole time, and drop the file of transactions.',
  'You then say where each account and category goes. Nothing comes twice if you drop the files again.',
];

export function exportOf(app: keyof typeof APPS): string {
  return `An export of ${APPS[app]}`;
}

export const ACCOUNTS = 'Accounts';
export const ACCOUNTS_HINT = 'Each account of the file goes into one of yours, or makes a new one.';

export function rowsAndSum(rows: number, sum: string): string {
  return `${counted(rows, 'row', 'rows')}, together ${sum}`;
}

export function goesInto(account: string): string {
  return `${account} goes into`;
}

export const NEW_ACCOUNT = 'A new account';
export const LEFT_OUT = 'Nowhere: leave it out';

export function nameOfNew(account: string): string {
  return `Name of the new account for ${account}`;
}

export function kindOfNew(account: string): string {
  return `Kind of the new account for ${account}`;
}

export const CATEGORIES = 'Categories';
export const CATEGORIES_HINT =
  'A category of the same name is used. Every other one is made, in its group. A name of incomes and expenses is two.';

/** In short, beside the heading. */
export function categoryCounts(made: number, used: number): string {
  return [made > 0 && `${formatCount(made)} new`, used > 0 && `${formatCount(used)} as chosen`]
    .filter(Boolean)
    .join(', ');
}

export function becomes(category: string, type: string): string {
  return `${category}, ${type.toLowerCase()}, becomes`;
}

export function makeCategory(name: string, group: string | null): string {
  return group === null ? `New: ${name}` : `New: ${name}, in ${group}`;
}

export function usedBy(count: number): string {
  return count === 0 ? 'of a budget' : counted(count, 'time', 'times');
}

export const BUDGETS = 'Budgets';
export const BUDGETS_HINT =
  'A budget here covers the expenses of one category in one account, each month. The newest amount of each is taken.';
export const BUDGETS_INTO = 'Make the budgets in';
export const NO_BUDGETS = 'Nowhere: make none';
export const HAS_BUDGET = 'has one already';
export const NO_CATEGORY = 'needs a category';
export const SECOND_BUDGET = 'its category has one already';

export const ROWS_OF = 'Rows of';
export const ROWS = 'Rows';

/** What would be done, in one sentence. */
export function summary(rows: number, accounts: number, transfers: number): string {
  const places = counted(accounts, 'account', 'accounts');
  const all = `${counted(rows, 'transaction comes', 'transactions come')} into ${places}`;
  return transfers === 0 ? `${all}.` : `${all}, ${counted(transfers, 'transfer', 'transfers')} with both sides.`;
}

export function alreadyHere(rows: number): string {
  return `${counted(rows, 'row is', 'rows are')} here already.`;
}

export function notReadable(lines: number): string {
  return `${counted(lines, 'line is', 'lines are')} not readable`;
}

/** A transfer whose other side does not come in with it. */
export function aloneSide(account: string): string {
  return `Without its other side in ${account}, no transfer`;
}

export function doImport(rows: number, budgets: number): string {
  if (rows > 0) return `Import ${counted(rows, 'transaction', 'transactions')}`;
  return budgets > 0 ? `Make ${counted(budgets, 'budget', 'budgets')}` : 'Nothing to import';
}

export function done(rows: number, accounts: number): string {
  return `${counted(rows, 'transaction is', 'transactions are')} in ${counted(accounts, 'account', 'accounts')}.`;
}

export function budgetsMade(count: number): string {
  return `${counted(count, 'budget was', 'budgets were')} made.`;
}

export const REVERT_HINT =
  'Each account lists the import. Revert takes back all of it. Accounts and categories that it made stay.';
export const SEE_ACCOUNTS = 'See the accounts';

/** Said before such an import is taken back. */
export function inAccounts(names: readonly string[]): string {
  const all = `The export went into ${names.join(', ')}, and is taken back in all of them.`;
  return `${all} Accounts and categories that it made stay.`;
}
