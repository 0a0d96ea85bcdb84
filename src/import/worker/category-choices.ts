/** What becomes of the categories of another app. */
import { type CategoryChoice, checkCategoryName, findCategory, UNCATEGORIZED } from '#domain/books/categories';
import { presentChoice } from '#domain/books/present-choice';
import type { CategoryRow, TransactionType } from '#domain/rows';
import { saysNoCategory } from '#domain/transactions/chosen-category';
import type { MigrationPlan } from '#store/commands/imports/migration-carry-out';
import type { ChosenCategory, FoundCategory } from './migration-messages.ts';

/** The value of a choice that makes the category. Every other value is the id or the name of one that is there. */
export const MAKE = '';

/** The user's choices by `categoryKey`. */
export type CategoryChoices = ReadonlyMap<string, string>;

export function categoryKey(type: TransactionType, name: string): string {
  return `${type} ${name.toLowerCase()}`;
}

export function chosenCategories(
  found: readonly FoundCategory[],
  offered: readonly (Pick<CategoryRow, 'name' | 'type'> & Partial<CategoryChoice>)[],
  choices: CategoryChoices,
): ChosenCategory[] {
  return found.map((one) => {
    const says = !saysNoCategory(one.name);
    const known = says ? findCategory(offered, one.type, one.name)?.name : undefined;
    const isNone = one.name.toLowerCase() === UNCATEGORIZED.toLowerCase();
    const cannotBeMade = !says || isNone || !checkCategoryName(one.name).ok;
    const usual = known ?? (cannotBeMade ? UNCATEGORIZED : MAKE);
    const chosen = choices.get(categoryKey(one.type, one.name));
    const ofType = offered.filter(({ type }) => type === one.type).map((row) => ({ id: null, ...row }));
    const present = chosen && presentChoice(ofType, { category: chosen, categoryId: chosen })?.name;
    return { found: one, choice: present ?? chosen ?? usual, cannotBeMade };
  });
}

/** The function that tells which category rows of a type and a category of the file get. */
export function namesOf(chosen: readonly ChosenCategory[]): (type: TransactionType, name: string) => string {
  const names = new Map(
    chosen.map(({ found, choice }) => [
      categoryKey(found.type, found.name),
      choice === MAKE ? madeName(found) : choice,
    ]),
  );
  return (type, name) => names.get(categoryKey(type, name)) ?? name;
}

/** Those that are made, as far as these names are used. */
export function madeCategories(
  chosen: readonly ChosenCategory[],
  isUsed: (type: TransactionType, name: string) => boolean,
): MigrationPlan['categories'] {
  return chosen.flatMap(({ found, choice }) => {
    const name = madeName(found);
    return choice === MAKE && isUsed(found.type, name) ? [{ type: found.type, name, group: found.group }] : [];
  });
}

function madeName({ name }: FoundCategory): string {
  const checked = checkCategoryName(name);
  return checked.ok ? checked.name : UNCATEGORIZED;
}
