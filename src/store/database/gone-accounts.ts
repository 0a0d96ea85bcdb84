/**
 * Names of accounts that left this device, for entries in them that were not sent or not taken. People know an account
 * by its name only.
 */
import * as v from 'valibot';
import type { Database } from './database.ts';
import { dropMeta, readMeta, writeMeta } from './meta.ts';

/** Account id to name, the latest last. */
const GoneAccounts = v.record(v.string(), v.string());

const KEY = 'gone-accounts';

/** So many names are kept. */
const MOST = 50;

export async function readGoneAccounts(db: Database): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries((await readMeta(db, KEY, GoneAccounts)) ?? {}));
}

/** Called before an account's row is removed. Without entries on the device, nobody needs a name. */
export async function rememberGoneAccount(db: Database, accountId: string): Promise<void> {
  if ((await db.outbox.count()) === 0) return void (await dropMeta(db, KEY));
  const account = await db.accounts.get(accountId);
  if (!account) return;
  const { [accountId]: _former, ...others } = Object.fromEntries(await readGoneAccounts(db));
  const latest = Object.entries({ ...others, [accountId]: account.name }).slice(-MOST);
  await writeMeta(db, KEY, Object.fromEntries(latest));
}
