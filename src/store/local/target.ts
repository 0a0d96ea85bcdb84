/**
 * What becomes of the data without a login when somebody logs in. The user decides it once, and
 * carry-over.ts carries it out.
 */

import { Dexie } from 'dexie';
import { ownedAccounts } from '#domain/books/accounts';
import { findCategory } from '#domain/books/categories';
import { sameName } from '#domain/entered-text';
import type { AccountRow } from '#domain/rows';
import type { Actor } from '../commands/commit/commit.ts';
import { type BrowserStorage, type Database, databaseName, openDatabase } from '../database/database.ts';
import { readClock, serverTimeAt } from '../optimistic/edit-clock.ts';
import { beginCarryOver, type CarryOver } from '../session/carry-overs.ts';
import type { Device } from '../session/device.ts';
import { readLocalUser } from '../session/local-user.ts';
import { forgetLocalUser } from '../session/local-user-life.ts';
import { readContents } from './contents.ts';

/** A local account, and the user's own account of the same name. */
export interface Merge {
  local: AccountRow;
  own: AccountRow;
}

/** The local accounts for which the user has one of the same name. Names that differ only in case are the same. */
export async function offeredMerges(db: Database, locals: readonly AccountRow[]): Promise<Merge[]> {
  const owned = ownedAccounts(await db.accounts.toArray(), db.userId);
  return locals.flatMap((local) => {
    const own = owned.find(({ name }) => sameName(name, local.name));
    return own ? [{ local, own }] : [];
  });
}

/**
 * Writes down that this user gets everything, and which accounts become one. Call it after the user's first pull: it
 * must know their accounts. Returns null when another tab has decided already.
 */
export async function decideToBring(
  device: Device,
  db: Database,
  { userId, email }: Actor,
  merges: readonly Merge[],
  now: Date = new Date(),
  browser?: BrowserStorage,
): Promise<CarryOver | null> {
  const local = await readLocalUser(device);
  if (!local) return null;
  const carryOver = {
    from: local.id,
    to: userId,
    email,
    into: await replacements(db, local.id, merges, browser),
    accountsAt: await afterOwnAccounts(db, now),
  };
  return (await beginCarryOver(device, carryOver)) ? carryOver : null;
}

/** Accounts that become one, and their categories of one type and name. */
async function replacements(
  db: Database,
  from: string,
  merges: readonly Merge[],
  browser?: BrowserStorage,
): Promise<Record<string, string>> {
  if (merges.length === 0) return {};
  const local = await openDatabase(from, browser);
  try {
    const { categories } = await readContents(local);
    const pairs = merges.map(async ({ local: account, own }) => {
      const standing = await db.categories.where('accountId').equals(own.id).toArray();
      const mine = categories.filter(({ accountId }) => accountId === account.id);
      const same = mine.map((one) => [one.id, findCategory(standing, one.type, one.name)?.id] as const);
      return [[account.id, own.id] as const, ...same];
    });
    const found = (await Promise.all(pairs)).flat();
    return Object.fromEntries(found.flatMap(([id, own]) => (own === undefined ? [] : [[id, own]])));
  } finally {
    local.close();
  }
}

/**
 * When local accounts count as made (CarryOver.accountsAt): the default account is the first that a user owns, so the
 * others have to come later. Null without own accounts.
 */
async function afterOwnAccounts(db: Database, now: Date): Promise<string | null> {
  const last = ownedAccounts(await db.accounts.toArray(), db.userId).at(-1);
  if (!last) return null;
  const present = serverTimeAt(await readClock(db), now) ?? now.toISOString();
  const afterLast = new Date(Date.parse(last.createdAt) + 1).toISOString();
  return present > afterLast ? present : afterLast;
}

/** Deletes everything that was entered here without a login. */
export async function deleteLocal(device: Device): Promise<void> {
  const local = await readLocalUser(device);
  if (!local) return;
  await Dexie.delete(databaseName(local.id));
  await forgetLocalUser(device);
}
