/**
 * Categories: the built-in ones, their ids, and which are offered where. A transaction carries a category's name, so two
 * rows of one type and name are one category to people; names are distinct as they read, whatever their case.
 */
import { cleanText, LONGEST_NAME, requiredTextProblem, sameName, type TextProblem } from './entered-text.ts';
import { LOCALE } from './locale.ts';
import { nameId } from './name-id.ts';
import type { CategoryRow, TransactionType } from './rows.ts';

/** What a transaction without a category carries. */
export const UNCATEGORIZED = 'Uncategorized';
/** The value of a budget's category field that stands for no category. */
export const ALL_CATEGORIES = 'all-categories';

/** The specification's point 9; every default account starts with these, as ordinary rows. */
const BUILT_IN_CATEGORIES: Readonly<Record<TransactionType, readonly string[]>> = {
  expense: [
    'Food',
    'Transportation',
    'Housing',
    'Utilities',
    'Entertainment',
    'Healthcare',
    'Education',
    'Other Expenses',
  ],
  income: ['Salary', 'Freelance', 'Investments', 'Gifts', 'Other Income'],
};

type NewCategory = Pick<CategoryRow, 'id' | 'accountId' | 'name' | 'type' | 'createdAt'>;

/** The id of a category when it is made: it follows from account, type and name. A later rename keeps it. */
export function categoryId(accountId: string, type: TransactionType, name: string): string {
  return nameId(`category:${accountId}:${type}:${name}`);
}

/** A category of this account. `createdAt` is an ISO timestamp. */
export function newCategory(accountId: string, type: TransactionType, name: string, createdAt: string): NewCategory {
  return { id: categoryId(accountId, type, name), accountId, name, type, createdAt };
}

/** The built-in categories of a default account. */
export function builtInCategories(accountId: string, createdAt: string): NewCategory[] {
  const types: TransactionType[] = ['expense', 'income'];
  return types.flatMap((type) =>
    BUILT_IN_CATEGORIES[type].map((name) => newCategory(accountId, type, name, createdAt)),
  );
}

/**
 * What entering into an account offers: the account's own categories and those of the user's default account, distinct by
 * type and name, by type and then name. Of two that read the same the account's own is taken.
 */
export function offeredCategories(
  categories: readonly CategoryRow[],
  accountId: string,
  defaultAccountId: string | null,
): CategoryRow[] {
  const own = categories.filter((one) => one.accountId === accountId);
  const defaults = categories.filter((one) => one.accountId === defaultAccountId && one.accountId !== accountId);
  return distinctCategories([...own, ...defaults]);
}

/** One row for each type and name, the first of those that read the same, ordered by type and then name. */
export function distinctCategories(categories: readonly CategoryRow[]): CategoryRow[] {
  const byName = new Map<string, CategoryRow>();
  for (const category of categories) {
    const key = `${category.type} ${category.name.toLowerCase()}`;
    if (!byName.has(key)) byName.set(key, category);
  }
  return [...byName.values()].sort(byTypeAndName);
}

/** The category of this type and name, whatever its case, or undefined. */
export function findCategory<Row extends Pick<CategoryRow, 'name' | 'type'>>(
  categories: readonly Row[],
  type: TransactionType,
  name: string,
): Row | undefined {
  return categories.find((one) => one.type === type && sameName(one.name, name));
}

/** A category's name as typed, made fit to be stored. */
export function checkCategoryName(text: string): { ok: true; name: string } | { ok: false; reason: TextProblem } {
  const name = cleanText(text);
  const reason = requiredTextProblem(name, LONGEST_NAME);
  return reason ? { ok: false, reason } : { ok: true, name };
}

const collator = new Intl.Collator(LOCALE, { sensitivity: 'base', numeric: true });

function byTypeAndName(a: CategoryRow, b: CategoryRow): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1;
  return collator.compare(a.name, b.name);
}
