/** Which account of the user each account of a copy goes to. */

import type { Copy, CopyAccount } from '#copy/format';
import { byCreation, ownedAccounts } from '#domain/books/accounts';
import { sameName } from '#domain/entered-text';
import { accountScope } from '#domain/ids/scopes';
import type { AccountRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { pageDirectory, readPages, readSums } from '../ledger/ledger.ts';
import { listAccounts } from '../queries/accounts/accounts.ts';
import { isWhole } from '../queries/accounts/whole-scope.ts';
import { restoredId } from './restored-id.ts';
import { readUnfinished } from './unfinished.ts';

/**
 * `new`: the account is to be made. `empty`: the user's unused default account takes its rows. `here`: the account or
 * an earlier restore of it is there, so rows that are missing were deleted. `waiting`: older months are still to come,
 * so nobody can tell which rows are missing.
 */
export interface Target {
  id: string;
  state: 'new' | 'empty' | 'here' | 'waiting';
  /** Its rows keep their ids, because it is the account itself. */
  isItself: boolean;
  account: CopyAccount;
  /** The name under which the user has it. */
  name: string;
  /** Ids of its transactions. */
  standing: ReadonlySet<string>;
}

export type Targets = ReadonlyMap<string, Target>;

/** The target, unless nobody can tell yet what is missing there. */
export function openTarget(targets: Targets, accountId: string): Target | null {
  const target = targets.get(accountId);
  return target && target.state !== 'waiting' ? target : null;
}

/** The id in the target of what has this id in the copy. */
export function idIn({ id, isItself }: Pick<Target, 'id' | 'isItself'>, old: string): string {
  return isItself ? old : restoredId(id, old);
}

/** By id of the account in the copy. */
export async function findTargets(db: Database, copy: Copy): Promise<Map<string, Target>> {
  const here = new Map((await listAccounts(db)).map(({ account }) => [account.id, account]));
  const unfinished = await readUnfinished(db);
  const first = copy.accounts.filter(({ own }) => own).sort(byCreation)[0];
  const targets = new Map<string, Target>();
  for (const account of [...copy.accounts].sort(byCreation)) {
    const joined = account === first ? await joinedDefault(db, copy, account, here) : null;
    const isItself = here.has(account.id);
    const id = joined?.row.id ?? (isItself ? account.id : restoredId(db.userId, account.id));
    const standing = here.has(id) ? await transactionIds(db, id) : new Set<string>();
    const isMade = !here.has(id) || unfinished.has(id);
    const state = (await isWhole(db, accountScope(id))) ? stateOf(isMade, joined) : 'waiting';
    targets.set(account.id, { id, isItself, account, name: here.get(id)?.name ?? account.name, standing, state });
  }
  return targets;
}

function stateOf(isMade: boolean, joined: { isEmpty: boolean } | null): Target['state'] {
  if (isMade) return 'new';
  return joined?.isEmpty ? 'empty' : 'here';
}

/**
 * The user's default account, if the first account of the copy belongs there: an earlier restore put rows there, or it
 * is unused and has the same name. Every new user has such an account.
 */
async function joinedDefault(
  db: Database,
  copy: Copy,
  account: CopyAccount,
  here: ReadonlyMap<string, AccountRow>,
): Promise<{ row: AccountRow; isEmpty: boolean } | null> {
  if (here.has(account.id) || here.has(restoredId(db.userId, account.id))) return null;
  const row = ownedAccounts([...here.values()], db.userId)[0];
  if (!row || copy.accounts.some(({ id }) => id === row.id)) return null;
  const [sums, budgets] = await Promise.all([
    readSums(db, accountScope(row.id)),
    db.budgets.where('accountId').equals(row.id).count(),
  ]);
  if (sums.count === 0 && budgets === 0) return sameName(row.name, account.name) ? { row, isEmpty: true } : null;
  const standing = await transactionIds(db, row.id);
  for (const { id, accountId } of copy.transactions) {
    if (accountId === account.id && standing.has(restoredId(row.id, id))) return { row, isEmpty: false };
  }
  return null;
}

async function transactionIds(db: Database, accountId: string): Promise<Set<string>> {
  const scope = accountScope(accountId);
  const ids = new Set<string>();
  for (const name of await pageDirectory(db, scope)) {
    for (const page of await readPages(db, scope, [name])) for (const { id } of page?.rows ?? []) ids.add(id);
  }
  return ids;
}
