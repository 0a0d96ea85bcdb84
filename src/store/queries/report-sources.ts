/** Where the rows and totals of a report are, and which of them count. */
import { counts } from '#domain/books/budgets';
import { accountScope } from '#domain/ids/scopes';
import type { SumLine } from '#domain/money/totals';
import type { Database } from '../database/database.ts';
import type { ScopeCursor } from '../database/records.ts';
import { listAccounts } from './accounts/accounts.ts';
import { listBudgets, sourcesOfBudgets } from './budgets.ts';

/** One account or budget, or all of them when `id` is null. */
export interface ReportScope {
  kind: 'account' | 'budget';
  id: string | null;
}

/** A scope of the ledger, and the test for the lines that count. */
export interface Source {
  scope: string;
  counts: (line: Pick<SumLine, 'nature' | 'type' | 'refund' | 'category' | 'budgetId'>) => boolean;
  /** The first month whose rows are on this device; empty when all are. */
  firstMonth: string;
}

/** A transaction that several budgets cover is in one source. */
export async function sourcesOf(db: Database, { kind, id }: ReportScope): Promise<Source[]> {
  const reading = db.cursors.toArray();
  const [sources, cursors] = await Promise.all([
    kind === 'account' ? accountSources(db, id, reading) : budgetSources(db, id),
    reading,
  ]);
  return sources.map((source) => ({
    ...source,
    firstMonth: cursors.find(({ scope }) => scope === source.scope)?.before ?? '',
  }));
}

type Counting = Omit<Source, 'firstMonth'>;

async function accountSources(
  db: Database,
  id: string | null,
  reading: PromiseLike<ScopeCursor[]>,
): Promise<Counting[]> {
  const accounts = await listAccounts(db, reading);
  return accounts.flatMap(({ account }) =>
    id === null || account.id === id ? [{ scope: accountScope(account.id), counts: () => true }] : [],
  );
}

async function budgetSources(db: Database, id: string | null): Promise<Counting[]> {
  const views = (await listBudgets(db)).filter(({ budget }) => id === null || budget.id === id);
  return sourcesOfBudgets(views).map(({ scope, accountId, ...counted }) => ({
    scope,
    counts: (line) => counts(counted, { ...line, accountId }),
  }));
}
