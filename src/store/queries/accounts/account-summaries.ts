import { accountScope } from '#domain/ids/scopes';
import type { Summary } from '#domain/money/totals';
import type { Database } from '../../database/database.ts';
import { readSumsOf } from '../../ledger/ledger.ts';

/**
 * Account id to summary, of every account on this device. It is read again after every entry, so it reads neither the
 * accounts themselves nor the roles in them.
 */
export async function accountSummaries(db: Database): Promise<Map<string, Summary>> {
  const ids = await db.accounts.toCollection().primaryKeys();
  const sums = await readSumsOf(db, ids.map(accountScope));
  return new Map(sums.map((summary, at) => [ids[at] ?? '', summary]));
}
