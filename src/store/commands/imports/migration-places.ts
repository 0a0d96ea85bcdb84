/** The accounts and categories that a migration needs and that are not there yet. */
import type { AccountKind } from '#domain/account-kinds';
import { checkAccount, defaultAccount, ownedAccounts } from '#domain/books/accounts';
import type { Insert } from '#domain/mutations/operations';
import { type Outcome, refuseForm } from '#domain/outcome';
import type { CategoryRow } from '#domain/rows';
import type { Database } from '../../database/database.ts';
import { accountInserts } from '../accounts/account-create.ts';
import { defaultAccountInserts } from '../accounts/default-account.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { type MadeCategory, missingCategories } from '../commit/missing-categories.ts';

/** An account of this device or, with a name, one that is made. Its id is chosen with the plan. */
export interface PlacedAccount {
  id: string;
  made: { name: string; kind: AccountKind } | null;
}

export interface Places {
  accounts: readonly PlacedAccount[];
  /** One that is there is not made again. */
  categories: readonly Pick<CategoryRow, 'type' | 'name' | 'group'>[];
}

/** All of them in one mutation. Categories go to the user's default account, so all of their accounts offer them. */
export function makePlaces(
  db: Database,
  actor: Actor,
  plan: Places,
  now: Date,
): Promise<Outcome<object, never, CommandProblem>> {
  return db.transaction('rw', db.tables, async () => {
    const accounts = await missingAccounts(db, actor, plan, now);
    if (!accounts) return refuseForm('not_found');
    const categories = plan.categories.length === 0 ? [] : await categoriesOf(db, actor, plan, accounts, now);
    const operations = [...accounts, ...categories];
    return operations.length === 0 ? { ok: true } : commitAction(db, actor, [{ operations }], { now });
  });
}

/** Null when one of them has no name. */
async function missingAccounts(db: Database, actor: Actor, plan: Places, now: Date): Promise<Insert[] | null> {
  const standing = await db.accounts.toArray();
  let isFirst = ownedAccounts(standing, actor.userId).length === 0;
  const inserts: Insert[] = [];
  const wanted = plan.accounts.filter(({ id }) => !standing.some((account) => account.id === id));
  // Accounts of one moment are in the order of their ids. The built-in categories belong to the first.
  for (const { id, made } of wanted.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const checked = made && checkAccount(made);
    if (!checked?.ok) return null;
    inserts.push(...accountInserts(id, actor, checked.fields, now, isFirst));
    isFirst = false;
  }
  return inserts;
}

async function categoriesOf(
  db: Database,
  actor: Actor,
  { categories: wanted }: Places,
  accounts: readonly Insert[],
  now: Date,
): Promise<Insert[]> {
  const made = accounts.flatMap((one) => (one.table === 'accounts' ? one.row : []));
  const standing = defaultAccount(await db.accounts.toArray(), actor.userId) ?? made[0];
  const place = standing ? { accountId: standing.id, inserts: [] } : await defaultAccountInserts(db, actor, now);
  const known: MadeCategory[] = [
    ...(await db.categories.where('accountId').equals(place.accountId).toArray()),
    ...[...accounts, ...place.inserts].flatMap((one) => (one.table === 'categories' ? one.row : [])),
  ];
  return [...place.inserts, ...(await missingCategories(db, place.accountId, { wanted, known }, now))];
}
