/** The files of one app become one migration: a register and its budget, or an export for each account. */
import { mergeStatements } from '../statement/merge-statements.ts';
import type { ReadRow, Statement } from '../statement/statement.ts';
import { distinctCategories, type Migration } from './migration.ts';

/** `migrations` are of one app. */
export function mergeMigrations(app: Migration['app'], migrations: readonly Migration[]): Migration {
  const statements = mergeStatements(migrations.flatMap((one) => one.statements));
  return {
    app,
    statements: app === 'actual' ? statements.map((one) => withTransfers(one, statements)) : statements,
    categories: distinctCategories(migrations.flatMap((one) => one.categories)),
    budgets: migrations.flatMap((one) => one.budgets),
    questions: [...new Set(migrations.flatMap((one) => one.questions))],
  };
}

/** Actual names an account as the payee of a transfer. In an export of one account, the others are in other files. */
function withTransfers(statement: Statement, all: readonly Statement[]): Statement {
  const others = new Set(all.flatMap(({ account: { name } }) => (name && name !== statement.account.name ? name : [])));
  const rows = statement.rows.map((row): ReadRow => {
    const { payee, category: _, ...rest } = row;
    return payee && others.has(payee) && !row.parts ? { ...rest, transfer: payee } : row;
  });
  return { ...statement, rows };
}
