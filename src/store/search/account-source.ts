import { accountScope } from '#domain/ids/scopes';
import type { SearchSource } from './query.ts';

/** Everything of an account. */
export function accountSource(accountId: string): SearchSource {
  return { scope: accountScope(accountId), budgets: null, except: [] };
}
