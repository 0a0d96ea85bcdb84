import { sameLines } from '../money/lines.ts';
import type { Fields } from '../rows.ts';

/** Whether two values of a field are the same. A field that is not there is null. */
export function sameValue(one: Fields[string] | undefined, other: Fields[string] | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return sameLines(one, other);
  return (one ?? null) === (other ?? null);
}
