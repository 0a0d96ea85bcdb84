/**
 * Coalesces an edit with the entry before it that was never sent, so ten corrections of one row are sent as one. It
 * only coalesces entries with one operation on one row. Two edits coalesce only when they change the same field groups:
 * the entry has one time, and an edit of one field must not make an older edit of another field seem newer. The entry
 * keeps what its first edit had seen. A change of a reference (account, category, budget) never coalesces: the new
 * reference may point to a row that is made between the two entries. Nor does an edit coalesce past an entry that
 * reaches rows which it does not name, such as a rename (`coalesced-entry.ts` asks for that).
 */

import * as v from 'valibot';
import { groupsIn } from '#domain/mutations/changed-fields';
import { Operation, type Patch } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import type { OutboxEntry } from '../database/records.ts';
import { REFERENCE_FIELDS } from './dependencies.ts';

/**
 * A transaction and its lines refer to categories by name. Between two edits a category of that name may be made or
 * renamed.
 */
const REFERENCES = new Set([...REFERENCE_FIELDS, 'category', 'lines']);

/**
 * One operation with the effect of `entry` followed by `patch`; null when the two must be sent separately. `cursors`
 * are those of the patch.
 */
export function coalesce(entry: OutboxEntry, patch: Patch, cursors: Record<string, number> = {}): Operation | null {
  const [first, ...others] = entry.operations;
  if (!first || others.length > 0 || entry.state !== 'pending' || entry.attempts > 0) return null;
  // An entry behind an Undo is taken back as a whole, and a copy of the past keeps its time.
  if (entry.holdUntil || entry.resent) return null;
  // An undo is decided on by itself. In one entry with an edit, it could take away what somebody else wrote. What has a
  // key may do nothing, because the row of the file is there already. An edit of it must not go with that.
  if (isAlone(patch) || isAlone(first)) return null;
  if (changesReference(patch)) return null;
  if (first.kind === 'insert' && first.table === patch.table && first.row.id === patch.id) {
    return v.parse(Operation, { ...first, row: { ...first.row, ...patch.after } });
  }
  if (first.kind === 'patch' && isSameKind(first, patch) && isSame(entry.cursors ?? {}, cursors)) {
    return { ...first, before: { ...patch.before, ...first.before }, after: { ...first.after, ...patch.after } };
  }
  return null;
}

function isAlone(operation: Operation): boolean {
  return ('undo' in operation && operation.undo === true) || ('key' in operation && operation.key !== undefined);
}

/** Whether both patches change the same field groups of the same row, and no reference. */
function isSameKind(first: Patch, patch: Patch): boolean {
  const isOfRow = first.table === patch.table && first.id === patch.id;
  const [mine, others] = [changedGroups(first), changedGroups(patch)];
  const sameGroups = mine.size === others.size && [...mine].every((group) => others.has(group));
  return isOfRow && sameGroups && !changesReference(first);
}

/** Patches of 0.2.0 name texts that they leave as they are. */
function changedGroups({ table, before, after }: Patch): Set<string> {
  const changed = Object.entries(after).filter(([field, value]) => !sameValue(value, before[field]));
  return groupsIn({ table, after: Object.fromEntries(changed) });
}

function isSame(cursors: Record<string, number>, others: Record<string, number>): boolean {
  const accounts = new Set([...Object.keys(cursors), ...Object.keys(others)]);
  return [...accounts].every((id) => cursors[id] === others[id]);
}

function changesReference(patch: Patch): boolean {
  return Object.keys(patch.after).some(
    (field) => REFERENCES.has(field) && !sameValue(patch.after[field], patch.before[field]),
  );
}
