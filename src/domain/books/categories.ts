/**
 * Categories, and which are offered where. A transaction carries a category's name, not its id. So people see two
 * categories of one type and name as one. Names that differ only in case are the same name.
 */
import { cleanText, LONGEST_NAME, requiredTextProblem, sameName, type TextProblem } from '../entered-text.ts';
import { LOCALE } from '../locale.ts';
import type { CategoryRow, TransactionType } from '../rows.ts';

/** The category name of a transaction without a category. */
export const UNCATEGORIZED = 'Uncategorized';
/** What a form's category field holds for a budget of all categories. The stored budget has null instead. */
export const ALL_CATEGORIES = 'all-categories';

/**
 * A category as somebody chose it: its name then, and its id. A name without an id is a text, or comes from a version
 * that kept no ids. Whoever saves it writes the name that the category has by then.
 */
export interface CategoryAsChosen {
  category: string;
  categoryId?: string | null | undefined;
  /** There is none of this name yet. It is made with what has it. */
  makes?: true | undefined;
}

/** The ids of chosen categories, by the id of the row or line that is to have one. */
export function chosenIds(bearers: readonly (Partial<CategoryAsChosen> & { id: string })[]): Map<string, string> {
  return new Map(bearers.flatMap(({ id, categoryId }) => (categoryId ? [[id, categoryId] as const] : [])));
}

/** A category that a form offers. The id is null where there is no such row. */
export interface CategoryChoice {
  id: string | null;
  name: string;
  group?: string | null | undefined;
  /** The names that it has had. */
  former?: readonly string[] | undefined;
}

/** What somebody chooses who chooses this name. */
export function choiceNamed(choices: readonly CategoryChoice[], name: string): CategoryAsChosen {
  return { category: name, categoryId: choices.find((one) => one.name === name)?.id };
}

/**
 * The chosen category under the name that it has among the choices `now`; null when that is the same. Without an id it
 * is the one that had the name among the choices `before`.
 */
export function followed(
  before: readonly CategoryChoice[],
  now: readonly CategoryChoice[],
  { category, categoryId }: CategoryAsChosen,
): CategoryAsChosen | null {
  const id = categoryId ?? before.find(({ name }) => name === category)?.id;
  const found = now.find((one) => one.id !== null && one.id === id);
  return found && found.name !== category ? { category: found.name, categoryId: found.id } : null;
}

/**
 * The categories that a form offers for a transaction or budget of this account. They are the account's own and those
 * of the user's default account, one for each type and name. The account's own wins; if it is archived, the name is not
 * offered. Order: as `distinctCategories`.
 */
export function offeredCategories(
  categories: readonly CategoryRow[],
  accountId: string,
  defaultAccountId: string | null,
): CategoryRow[] {
  const own = categories.filter((one) => one.accountId === accountId);
  const defaults = categories.filter((one) => one.accountId === defaultAccountId && one.accountId !== accountId);
  return distinctCategories([...own, ...defaults]).filter(({ archived }) => !archived);
}

/** One category for each type and name: the first of them in the given order. Sorted by type, then by name. */
export function distinctCategories(categories: readonly CategoryRow[]): CategoryRow[] {
  const byName = new Map<string, CategoryRow>();
  for (const category of categories) {
    const key = `${category.type} ${category.name.toLowerCase()}`;
    if (!byName.has(key)) byName.set(key, category);
  }
  return [...byName.values()].sort(byTypeAndName);
}

/** The first of these categories with this type and name, whatever its case; undefined when there is none. */
export function findCategory<Row extends Pick<CategoryRow, 'name' | 'type'>>(
  categories: readonly Row[],
  type: TransactionType,
  name: string,
): Row | undefined {
  return categories.find((one) => one.type === type && sameName(one.name, name));
}

/** Cleans a category's name as typed. Returns the name to store, or `empty` or `too_long`. */
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
