import type { Deed } from '#store/undo/deeds';
import { describeEntry } from '../sync-status/entry-description.ts';

/** The deed in a few words, such as "Delete transaction: Groceries, -$12.00". */
export function describeDeed({ parts }: Deed): string {
  const operations = parts.flatMap((part) => part.operations);
  return describeEntry({ operations, seen: parts.flatMap((part) => part.before) });
}
