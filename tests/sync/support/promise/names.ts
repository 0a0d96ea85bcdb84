/** Names change: a category that somebody chose may be called something else by now. */
import { withoutNames } from './value.ts';
import type { Wish } from './wish.ts';
import type { WishBook } from './wish-book.ts';

interface Compared {
  field: string;
  wanted: string;
  now: string | undefined;
}

/** Whether the value is the one that was wanted, by the name that it may have now. */
export function isSameByNow({ field, wanted, now }: Compared, wish: Wish, renames: WishBook['renames']): boolean {
  if (wanted === now) return true;
  // What was entered under a name from before gets the present one when somebody edits it (S73b).
  const isEntered = wish.kind === 'there' && wish.key === null;
  const unknown = renames.filter(({ device, order }) => isEntered || device !== wish.device || order > wish.order);
  if (now === undefined || unknown.length === 0) return false;
  if (field === 'lines') return withoutNames(wanted) === withoutNames(now);
  if (!['category', 'name', 'categoryId'].includes(field)) return false;
  const names = new Set([wanted]);
  for (let size = 0; size < names.size; ) {
    size = names.size;
    for (const { from, to } of unknown) if (names.has(JSON.stringify(from))) names.add(JSON.stringify(to));
  }
  return names.has(now);
}
