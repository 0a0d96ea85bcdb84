/** Calls that give the transactions of a category another name: a rename, a merge, and the undo of a merge (S79). */
import type { Call, Operation } from './operations.ts';

/** A merge is a rename into a name that stands. The owner's rows of the old name get the new one. */
export type Rename = Extract<Call, { name: 'category.rename' | 'category.merge' }>;
export type Unmerge = Extract<Call, { name: 'category.unmerge' }>;

/** Both mean every row of a name. The undo of a merge means those that the merge took. */
export function isRename(operation: Operation): operation is Rename {
  return operation.kind === 'call' && (operation.name === 'category.rename' || operation.name === 'category.merge');
}

export function renamesRows(operation: Operation): operation is Rename | Unmerge {
  return isRename(operation) || (operation.kind === 'call' && operation.name === 'category.unmerge');
}
