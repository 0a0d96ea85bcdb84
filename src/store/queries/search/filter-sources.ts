/** Where a filter searches: what its accounts and budgets mean on this device. */
import { liveQuery } from 'dexie';
import { accountScope } from '#domain/ids/scopes';
import { filterTokens, isNamed, type NameToken } from '#domain/transactions/filter-parts';
import type { Database } from '../../database/database.ts';
import { accountSource } from '../../search/account-source.ts';
import type { SearchSource } from '../../search/query.ts';
import { listAccounts } from '../accounts/accounts.ts';
import { listBudgets, sourcesOfBudgets } from '../budgets.ts';

/**
 * The sources that a filter names. With accounts, only these; with budgets, what these cover, in whichever accounts.
 * With neither, the account of the list.
 */
export async function filterSources(db: Database, typed: string, accountId: string): Promise<SearchSource[]> {
  const tokens = filterTokens(typed).map(({ token }) => token);
  const accountTokens = tokens.flatMap((token) => (token.kind === 'account' ? [token] : []));
  const budgetTokens = tokens.flatMap((token) => (token.kind === 'budget' ? [token] : []));
  const accounts = (await listAccounts(db)).filter(({ account }) => anyNames(accountTokens, account));
  if (budgetTokens.length === 0) {
    return accountTokens.length === 0
      ? [accountSource(accountId)]
      : accounts.map(({ account }) => accountSource(account.id));
  }
  const budgets = (await listBudgets(db)).filter(({ budget }) => anyNames(budgetTokens, budget));
  const sources = sourcesOfBudgets(budgets).map(({ scope, budgets: covered, except }) => ({
    scope,
    budgets: [...(covered ?? [])],
    except: [...except],
  }));
  if (accountTokens.length === 0) return sources;
  const scopes = new Set(accounts.map(({ account }) => accountScope(account.id)));
  return sources.filter(({ scope }) => scopes.has(scope));
}

/** Calls the listener with the sources now, and again when accounts or budgets change. Returns what stops it. */
export function watchFilterSources(
  db: Database,
  { typed, accountId }: { typed: string; accountId: string },
  listener: (sources: SearchSource[]) => void,
): () => void {
  const subscription = liveQuery(() => filterSources(db, typed, accountId)).subscribe(listener);
  return () => subscription.unsubscribe();
}

function anyNames(tokens: readonly NameToken[], named: { id: string; name: string }): boolean {
  return tokens.some((token) => isNamed(token, named));
}
