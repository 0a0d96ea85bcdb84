/** The address of the same screen with quick entry open. */
export function toAdd<Search extends object>(search: Search): Search & { add: 'expense' } {
  return { ...search, add: 'expense' };
}
