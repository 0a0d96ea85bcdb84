/** The categories that an import makes, and that go with it when it is reverted. */
import { checkCategoryName, findCategory, UNCATEGORIZED } from '#domain/books/categories';
import { builtInCategories, categoryId } from '#domain/books/new-categories';
import { accountScope } from '#domain/ids/scopes';
import type { Delete, Insert } from '#domain/mutations/operations';
import { categoryType } from '#domain/refunds';
import type { CategoryRow, ImportRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readTotals } from '../../ledger/ledger.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { isCategoryInUse } from '../../queries/categories/budgeted-categories.ts';
import { categoriesFor } from '../../queries/categories/categories.ts';
import { placeOfCategories } from '../../queries/categories/place-of-categories.ts';
import { type MadeCategory, missingCategories } from '../commit/missing-categories.ts';

interface ImportCategories {
  inserts: Insert[];
  /** The name under which the category of a row is there then; of what could not be made, the word for none. */
  nameOf(category: MadeCategory): string;
}

/** Makes none where the user may not. `now` is also the moment of the import. */
export async function categoriesOfImport(
  db: Database,
  accountId: string,
  wanted: readonly MadeCategory[] = [],
  now: Date = new Date(),
): Promise<ImportCategories> {
  if (wanted.length === 0) return { inserts: [], nameOf: ({ name }) => name };
  const place = await placeOfCategories(db, accountId);
  const known: MadeCategory[] = [
    ...(await categoriesFor(db, accountId)),
    ...(place === null ? [] : await db.categories.where('accountId').equals(place).toArray()),
  ];
  const inserts = place === null ? [] : await missingCategories(db, place, { wanted, known }, now);
  const nameOf = ({ type, name }: MadeCategory) => {
    if (!findCategory(wanted, type, name)) return name;
    const checked = checkCategoryName(name);
    return (checked.ok && findCategory(known, type, checked.name)?.name) || UNCATEGORIZED;
  };
  return { inserts, nameOf };
}

/**
 * The deletions of the categories that these imports made: those of the same moment, unless a transaction or a budget
 * uses them, somebody renamed them, or the user may not delete them.
 */
export async function deletionsOfMade(db: Database, userId: string, imports: readonly ImportRow[]): Promise<Delete[]> {
  const moments = new Set(imports.map(({ createdAt }) => Date.parse(createdAt)));
  const builtIn = builtInCategories('', '');
  const isMade = ({ id, accountId, type, name, createdAt }: CategoryRow) =>
    moments.has(Date.parse(createdAt)) &&
    id === categoryId(accountId, type, name) &&
    !findCategory(builtIn, type, name);
  const made = await db.categories.filter(isMade).toArray();
  if (made.length === 0) return [];
  const used = await usedNames(db);
  const deletions: Delete[] = [];
  for (const category of made) {
    const { account } = await readAccess(db, userId, category);
    const isUsed = used.has(`${category.type} ${category.name}`) || (await isCategoryInUse(db, category));
    if (isUsed || !can(account, 'category.manage')) continue;
    deletions.push({ kind: 'delete', table: 'categories', id: category.id });
  }
  return deletions;
}

/** The types and names of the categories that transactions of any account have. */
async function usedNames(db: Database): Promise<Set<string>> {
  const used = new Set<string>();
  for (const { id } of await db.accounts.toArray())
    for (const { lines } of await readTotals(db, accountScope(id)))
      for (const line of lines) used.add(`${categoryType(line)} ${line.category}`);
  return used;
}
