/**
 * Edits that were never sent are folded into the entry before them, so that ten corrections of one row travel as one.
 * Only entries of one operation on one row, and never across a change of reference (account, category, budget): such a
 * change may point to something that is made between the two.
 */

import * as v from 'valibot';
import type { Operation, Patch } from '#domain/operations';
import { Operation as OperationSchema } from '#domain/operations';
import { REFERENCE_FIELDS } from './dependencies.ts';
import type { OutboxEntry } from './outbox.ts';

/** A transaction names its category, which may be made or renamed between two edits just as a row named by its id. */
const REFERENCES = new Set([...REFERENCE_FIELDS, 'category']);

/** The one operation that says what `entry` and then `patch` say; null when the two must travel apart. */
export function coalesce(entry: OutboxEntry, patch: Patch): Operation | null {
  const [first, ...others] = entry.operations;
  if (!first || others.length > 0 || entry.state !== 'pending' || entry.attempts > 0 || entry.holdUntil) return null;
  if (changesReference(patch)) return null;
  if (first.kind === 'insert' && first.table === patch.table && first.row.id === patch.id) {
    return v.parse(OperationSchema, { ...first, row: { ...first.row, ...patch.after } });
  }
  if (first.kind === 'patch' && first.table === patch.table && first.id === patch.id && !changesReference(first)) {
    return { ...first, before: { ...patch.before, ...first.before }, after: { ...first.after, ...patch.after } };
  }
  return null;
}

function changesReference(patch: Patch): boolean {
  return Object.keys(patch.after).some((field) => REFERENCES.has(field) && patch.after[field] !== patch.before[field]);
}
