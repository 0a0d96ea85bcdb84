import type { Summary } from '#domain/money/totals';
import type { Database } from '../../database/database.ts';
import { accountSummary, listAccounts } from './accounts.ts';

/** Account id to summary, of every account that `listAccounts` names. */
export async function accountSummaries(db: Database): Promise<Map<string, Summary>> {
  const accounts = await listAccounts(db);
  return new Map(
    await Promise.all(accounts.map(async ({ account }) => [account.id, await accountSummary(db, account.id)] as const)),
  );
}
