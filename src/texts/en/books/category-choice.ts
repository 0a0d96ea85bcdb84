/** Offered in the list for a name that is no category yet. */
export function newCategory(name: string): string {
  return `New category “${name}”`;
}

/** Said below a category that is made with the entry. */
export const IS_NEW = 'This category is new.';
export const MAY_NOT_MAKE = 'Only admins of the account add categories.';
