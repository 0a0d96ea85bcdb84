/**
 * What renames of categories, merges and their undo do on this device. Transactions are not written by a rename or a
 * merge: the entry itself gives them the new name (outbox/aliases.ts). An undo of a merge writes the rows that it took,
 * because no name tells them from the others any more.
 */
import * as v from 'valibot';
import { renamedLines } from '#domain/money/lines';
import type { Call, Taken } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import { CategoryRow, type TransactionRow, type TransactionType } from '#domain/rows';
import type { StoredRow } from '../database/records.ts';
import { namedAfter, shownRow } from '../ledger/ledger.ts';
import { categoryNamed } from './category-named.ts';
import type { Changeset } from './changeset.ts';

type ArgumentsOf<Name extends Call['name']> = Extract<Call, { name: Name }>['arguments'];

/** Renames the categories of this type and name in the user's own accounts, or in one of them. */
export async function renameCategory(
  changes: Changeset,
  { type, from, to, accountId }: ArgumentsOf<'category.rename'>,
  userId: string,
): Promise<void> {
  for (const id of await ownAccounts(changes, userId, accountId)) {
    changes.renamedIn.add(id);
    await renameInSchedules(changes, { accountId: id, type, from, to });
    const category = await categoryNamed(changes.db, { accountId: id, type, name: from });
    if (category) await changes.writeSmall('categories', category.id, { ...category, name: to });
  }
}

/** The category goes, and its budgets name the other one. Where the account lacks that, it is a rename. */
export async function mergeCategory(
  changes: Changeset,
  { type, from, to, accountId }: ArgumentsOf<'category.merge'>,
  userId: string,
): Promise<void> {
  if ((await ownAccounts(changes, userId, accountId)).length === 0) return;
  const category = await categoryNamed(changes.db, { accountId, type, name: from });
  const into = await categoryNamed(changes.db, { accountId, type, name: to });
  if (!into) return renameCategory(changes, { type, from, to, accountId }, userId);
  changes.renamedIn.add(accountId);
  await renameInSchedules(changes, { accountId, type, from, to });
  if (!category || category.id === into.id) return;
  for (const budget of await changes.db.budgets.where({ accountId }).toArray()) {
    if (budget.categoryId === category.id) {
      await changes.writeSmall('budgets', budget.id, { ...budget, categoryId: into.id });
    }
  }
  await changes.writeSmall('categories', category.id, null);
}

/**
 * Schedules name categories as transactions do. There are few, so they are written at once, and the next pull brings
 * the server's.
 */
async function renameInSchedules(
  changes: Changeset,
  { accountId, type, from, to }: { accountId: string; type: TransactionType; from: string; to: string },
): Promise<void> {
  for (const row of await changes.db.schedules.where({ accountId }).toArray()) {
    if (categoryType(row) !== type) continue;
    const lines = row.lines && renamedLines(row.lines, (name) => (name === from ? to : name));
    const category = !row.lines && row.category === from ? to : row.category;
    if (category === row.category && lines === row.lines) continue;
    await changes.writeSmall('schedules', row.id, { ...row, category, lines });
  }
}

/** Gives back what the merge took, as far as it still has the other name. */
export async function unmergeCategory(
  changes: Changeset,
  { type, from, to, accountId, taken }: ArgumentsOf<'category.unmerge'>,
  userId: string,
): Promise<void> {
  if (!taken || (await ownAccounts(changes, userId, accountId)).length === 0) return;
  if (taken.category)
    await bringBack(changes, v.parse(CategoryRow, { ...taken.category, version: 0, name: from }), {
      to,
      budgets: taken.budgets,
    });
  // A row may be in another month or account by now.
  await changes.hint(taken.rows.map(({ id, date }) => ({ id, accountId, date })));
  const standing = await changes.transactions(taken.rows.map(({ id }) => id));
  const aliases = await changes.aliases();
  const next = new Map<string, StoredRow>();
  for (const { id, lines } of taken.rows) {
    const stored = standing.get(id)?.row;
    if (stored?.accountId !== accountId || categoryType(stored) !== type) continue;
    const row = shownRow(stored, aliases);
    const renamed = renamedBack(row, { from, to, lines });
    if (renamed !== row) next.set(id, namedAfter(renamed, aliases));
  }
  if (next.size > 0) await changes.writeTransactions(next, standing);
}

async function bringBack(
  changes: Changeset,
  category: CategoryRow,
  { to, budgets }: Pick<Taken, 'budgets'> & { to: string },
): Promise<void> {
  const { accountId, type, name, id } = category;
  const into = await categoryNamed(changes.db, { accountId, type, name: to });
  if (!(await categoryNamed(changes.db, { accountId, type, name })))
    await changes.writeSmall('categories', id, category);
  for (const budget of await changes.db.budgets.bulkGet([...budgets])) {
    if (budget && budget.categoryId === into?.id) {
      await changes.writeSmall('budgets', budget.id, { ...budget, categoryId: id });
    }
  }
}

/** The same row where nothing of it has the name any more. `lines`: the ids of those that the merge took. */
function renamedBack(
  row: TransactionRow,
  { from, to, lines }: { from: string; to: string; lines: readonly string[] | undefined },
): TransactionRow {
  if (!row.lines) return !lines && row.category === to ? { ...row, category: from } : row;
  const isTaken = row.lines.some(({ id, category }) => lines?.includes(id) && category === to);
  if (!isTaken) return row;
  return {
    ...row,
    lines: row.lines.flatMap((line) =>
      lines?.includes(line.id) ? renamedLines([line], (name) => (name === to ? from : name)) : [line],
    ),
  };
}

async function ownAccounts({ db }: Changeset, userId: string, accountId: string | undefined): Promise<string[]> {
  const accounts = await db.accounts.toArray();
  return accounts.flatMap(({ id, ownerId }) => {
    return ownerId === userId && (accountId === undefined || accountId === id) ? [id] : [];
  });
}
