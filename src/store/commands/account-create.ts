/** Command `account.create`. */
import { type AccountField, type AccountInput, checkAccount, ownedAccounts } from '#domain/accounts';
import { builtInCategories } from '#domain/categories';
import type { TextProblem } from '#domain/entered-text';
import type { Insert } from '#domain/operations';
import type { Outcome } from '#domain/outcome';
import type { AccountRow } from '#domain/rows';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';

/**
 * Makes an account that the user owns. With their first account, the same mutation makes the built-in categories.
 * Returns the account's id.
 */
export async function createAccount(
  db: Database,
  actor: Actor,
  input: AccountInput,
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string; id: string }, AccountField, TextProblem | CommandProblem>> {
  const checked = checkAccount(input);
  if (!checked.ok) return checked;
  const id = newId();
  // One transaction: of two first accounts made at once, only one brings the categories.
  return db.transaction('rw', db.tables, async () => {
    const isFirst = ownedAccounts(await db.accounts.toArray(), actor.userId).length === 0;
    const operations = accountInserts(id, actor, checked.fields, now, isFirst);
    const committed = await commit(db, actor, operations, { now });
    return committed.ok ? { ...committed, id } : committed;
  });
}

/** The operations that make an account, with the built-in categories if it is the user's first. */
export function accountInserts(
  id: string,
  actor: Actor,
  fields: Pick<AccountRow, 'name' | 'type' | 'description'>,
  now: Date,
  isFirst: boolean,
): Insert[] {
  const createdAt = now.toISOString();
  const row = { id, createdAt, ...fields, accountNumber: null, ownerId: actor.userId };
  const categories = isFirst ? builtInCategories(id, createdAt) : [];
  return [
    { kind: 'insert', table: 'accounts', row },
    ...categories.map((category): Insert => ({ kind: 'insert', table: 'categories', row: category })),
  ];
}
