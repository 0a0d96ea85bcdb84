import type { Action } from '#store/actions/actions';
import { describeEntry } from '../../session/entries/entry-description.ts';

/** The action in a few words, such as "Delete transaction: Groceries, -$12.00". */
export function describeAction({ parts: standing, first }: Action): string {
  const parts = first ?? standing;
  const ofImport = importIn(parts);
  if (ofImport) return ofImport;
  const operations = parts.flatMap((part) => part.operations);
  return describeEntry({ operations, seen: parts.flatMap((part) => part.before) });
}

/** An import begins with itself, and its end is the last thing. The hundreds of parts between are not looked at. */
function importIn(parts: Action['parts']): string | null {
  for (const part of [parts[0], parts.at(-1)]) {
    const operations = part?.operations.filter((one) => one.kind !== 'call' && one.table === 'imports') ?? [];
    if (part && operations.length > 0) return describeEntry({ operations, seen: part.before });
  }
  return null;
}
