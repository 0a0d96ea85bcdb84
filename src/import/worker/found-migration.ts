/** What the screen is told of the export of another app. */
import type { TransactionType } from '#domain/rows';
import { pairTransfers } from '../matching/transfer-pairs.ts';
import type { ExportedBudget, Migration } from '../profiles/migration.ts';
import type { ReadRow, Statement } from '../statement/statement.ts';
import type { FoundBudget, FoundCategory, FoundMigration } from './migration-messages.ts';

/** The accounts of a migration. Lines that could not be read may be of none. */
export function accountsOf({ statements }: Migration): Statement[] {
  return statements.filter(({ account, rows }) => account.name !== undefined && rows.length > 0);
}

export function foundMigration(fileName: string, migration: Migration): FoundMigration {
  const { app, questions, statements } = migration;
  const accounts = accountsOf(migration);
  const budgets = newestBudgets(migration.budgets);
  return {
    kind: 'migration',
    fileName,
    app,
    questions,
    currencies: [...new Set(accounts.flatMap(({ currencies }) => currencies))],
    accounts: accounts.map(({ account: { name = '', kind = 'checking' }, rows }) => ({
      name,
      kind,
      count: rows.length,
      cents: rows.reduce((sum, { cents }) => sum + cents, 0),
    })),
    categories: usedCategories(migration, accounts, budgets),
    budgets,
    pairs: pairTransfers(accounts),
    unreadable: statements.flatMap((one) => one.unreadable).sort((one, other) => one.line - other.line),
  };
}

/** A budget of zero is none. */
function newestBudgets(budgets: readonly ExportedBudget[]): FoundBudget[] {
  const newest = new Map<string, ExportedBudget>();
  for (const one of budgets) {
    if (one.cents > 0 && (newest.get(one.category)?.month ?? '') <= one.month) newest.set(one.category, one);
  }
  return [...newest.values()];
}

/** By type and name, whatever the case. A category of incomes and expenses is two. */
function usedCategories(
  { categories }: Migration,
  accounts: readonly Statement[],
  budgets: readonly FoundBudget[],
): FoundCategory[] {
  const groups = new Map(categories.map(({ name, group }) => [name.toLowerCase(), group ?? null]));
  const found = new Map<string, FoundCategory>();
  const use = (type: TransactionType, name: string, times: number) => {
    const key = `${type} ${name.toLowerCase()}`;
    const one = found.get(key);
    if (one) one.count += times;
    else found.set(key, { type, name, group: groups.get(name.toLowerCase()) ?? null, count: times });
  };
  for (const { rows } of accounts) for (const row of rows) for (const name of namesIn(row)) use(typeOf(row), name, 1);
  for (const { category } of budgets) use('expense', category, 0);
  return [...found.values()];
}

function namesIn({ category, parts, opening, transfer }: ReadRow): string[] {
  if (opening || transfer !== undefined) return [];
  return [category, ...(parts ?? []).map((part) => part.category)].flatMap((name) => name ?? []);
}

function typeOf({ cents }: ReadRow): TransactionType {
  return cents > 0 ? 'income' : 'expense';
}
