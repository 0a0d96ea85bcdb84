/** Who had the last word on a row, which decides whether an undo takes something back (S67a–c), in memory. */
import type { Work } from './work.ts';

/**
 * Whether the action that the mutation takes back, and so this very user, has the last word on these field groups of
 * the row, or on the whole row. Null where nothing tells. What was undone since does not count, and neither does what
 * undid it.
 */
export function hasLastWord(
  { state, userId, undoes }: Work,
  rowId: string,
  groups?: readonly string[],
): boolean | null {
  // Each with its author: nobody takes the word from somebody else.
  const undone = new Set<string>();
  const isAbout = (named: readonly string[]) => groups === undefined || groups.some((group) => named.includes(group));
  const words = [...state.words.values()].filter((one) => one.rowId === rowId && isAbout(one.groups));
  for (const word of words.reverse()) {
    if (undone.has(`${word.action} ${word.author}`)) continue;
    if (word.action !== null && [word.action, word.undoes].includes(undoes)) return word.author === userId;
    // What was added after a removal was added anew.
    if (word.undoes === null) return word.kind === 'removal' ? null : false;
    undone.add(`${word.undoes} ${word.author}`);
  }
  // The row is again as its author added it.
  const isAsAdded = groups === undefined && undone.size > 0;
  return isAsAdded && state.tables.transactions.get(rowId)?.userId === userId ? true : null;
}
