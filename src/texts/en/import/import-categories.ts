/** Categories that are made with an import. */
import { counted } from '#domain/money/numbers';

export const NEW_CATEGORY = 'New category…';
export const NAME_OF_CATEGORY = 'Name of the new category';

/** A category that is made with the import. */
export function newCategory(name: string): string {
  return `New category “${name}”`;
}

/** Names in the file that are no categories here. */
export function unknownCategories(count: number): string {
  return `The file names ${counted(count, 'category that is', 'categories that are')} not here.`;
}

export const MAKE_CATEGORIES = 'Make them with the import';
export const MAKE_NONE = 'Make none';
