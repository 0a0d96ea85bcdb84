/** Calls that give the transactions of a category another name: a rename, a merge, and the undo of a merge (S79). */
import type { Call, Operation } from './operations.ts';

/** A merge is a rename into a name that stands. The owner's rows of the old name get the new one. */
export type Merge = Extract<Call, { name: 'category.merge' }>;
export type Rename = Merge | Extract<Call, { name: 'category.rename' }>;
export type Unmerge = Extract<Call, { name: 'category.unmerge' }>;

export function isMerge(operation: Operation): operation is Merge {
  return operation.kind === 'call' && operation.name === 'category.merge';
}

/** Both mean every row of a name. The undo of a merge means those that the merge took. */
export function isRename(operation: Operation): operation is Rename {
  return isMerge(operation) || (operation.kind === 'call' && operation.name === 'category.rename');
}

export function renamesRows(operation: Operation): operation is Rename | Unmerge {
  return isRename(operation) || (operation.kind === 'call' && operation.name === 'category.unmerge');
}
