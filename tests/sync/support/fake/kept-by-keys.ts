/** What stands instead of operations whose keys stand for a row, in memory: `private.kept_by_keys`. */
import { plainFields } from '#domain/mutations/changed-fields';
import type { Choosable, Insert, Operation, Patch } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import type { Fields } from '#domain/rows';
import { SHARED_BY_SIDES } from '#domain/transactions/transfers';
import { transferIn } from './file-links.ts';
import { groupOf } from './merge.ts';
import { carriedRow } from './renames.ts';
import { lastWriter } from './status.ts';
import type { Stays } from './undo.ts';
import type { Kept, Work } from './work.ts';

/** An operation that need not be done. `standsFor`: the row of its key; null where there is nothing to tell. */
export interface KeyDone {
  operation: Operation;
  standsFor: string | null;
  isDeleted: boolean;
}

const CHOOSABLE: Choosable[] = ['category', 'description', 'notes', 'lines', 'budgetId'];

interface Told extends Omit<Kept, 'reason'> {
  operation: Operation;
  id: string;
}

/** After the rest of the mutation, tells what stands. `deleted`: what the verdict says of deleted rows. */
export function keptByKeys(
  work: Work,
  { all, done, deleted }: { all: readonly Operation[]; done: readonly KeyDone[]; deleted: Stays | null },
) {
  const told = done.flatMap((one) => [
    ...toldOfAddition(work, one),
    ...toldOfLink(work, one),
    ...lostSides(work, one, all, done),
  ]);
  told.sort((one, other) => all.indexOf(one.operation) - all.indexOf(other.operation));
  let stays = deleted;
  for (const { id, kept, by, other } of told) {
    work.note(id, { reason: 'newer', kept, by, ...(other && { other }) });
    stays = { reason: stays?.reason ?? 'newer', kept: { ...stays?.kept, ...kept }, by: stays?.by ?? by };
  }
  if (stays) work.supersedeFirst(stays);
  for (const one of done) noteChoices(work, one);
  for (const one of done) noteAsked(work, one);
}

/** Who asks for an occurrence whose row is there already. */
function noteAsked(work: Work, { operation, standsFor, isDeleted }: KeyDone) {
  if (operation.kind !== 'insert' || operation.table !== 'transactions' || operation.scheduleId === undefined) return;
  if (standsFor === null || isDeleted) return;
  const row = work.readable('transactions', standsFor);
  // Who made the row needs no note, and must not take the place of who asks after them.
  if (row && row.userId !== work.userId) work.askFor(standsFor);
}

/** What somebody chose for a row of a file that stands already with something else (S69p). */
function noteChoices(work: Work, { operation, standsFor, isDeleted }: KeyDone) {
  if (operation.kind !== 'insert' || operation.table !== 'transactions' || isDeleted || standsFor === null) return;
  // Of an occurrence only amount, type and date are told.
  if (operation.scheduleId !== undefined) return;
  const row = work.readable('transactions', standsFor);
  if (!row) return;
  const { id } = operation.row;
  const wanted = plainFields(carriedRow(work, operation.row));
  const values = plainFields(row);
  const differs = chosenOf(operation).filter(
    (field) => wanted[field] && withoutIds(values[field]) !== withoutIds(wanted[field]),
  );
  if (differs.length === 0) return;
  const kept = Object.fromEntries(differs.map((field) => [field, values[field] ?? null]));
  const groups = differs.map((field) => groupOf('transactions', field) ?? field);
  const by = lastWriter(work, row, groups);
  work.note(id, { reason: 'newer', kept, by, ...(standsFor !== id && { other: standsFor }) });
}

/** Without the category where it is a word of the app, or that of the budget. The text of the file is no choice. */
function chosenOf({ chosen, row }: Extract<Insert, { table: 'transactions' }>): Choosable[] {
  const isPlain = row.nature === 'regular' && row.budgetId === null && row.lines === null;
  const isOfFile = row.description === row.importedText;
  const all = chosen ?? CHOOSABLE.filter((field) => !isOfFile || field !== 'description');
  return all.filter((field) => isPlain || field !== 'category');
}

/** Each device gives lines ids of its own. */
function withoutIds(value: unknown): string {
  const lines = Array.isArray(value) ? value.map(({ cents, category, note }) => [cents, category, note]) : value;
  return JSON.stringify(Array.isArray(lines) ? lines.map(String).sort() : lines);
}

/** A row of a file that somebody has made or changed with another amount, date or type. */
function toldOfAddition(work: Work, { operation, standsFor, isDeleted }: KeyDone): Told[] {
  if (operation.kind !== 'insert' || operation.table !== 'transactions' || isDeleted || standsFor === null) return [];
  const { row: wanted } = operation;
  const row = work.readable('transactions', standsFor);
  // What went to another account, where this person does not see it, may be anything.
  if (!row) return [{ operation, id: wanted.id, kept: {}, by: work.email(work.findRemoval(standsFor)?.by ?? null) }];
  const differs = (['amount', 'type', 'date'] as const).filter((field) => row[field] !== wanted[field]);
  if (differs.length === 0) return [];
  const { amount, type, date } = row;
  const isOther = differs.includes('amount') || differs.includes('type');
  const groups = [...(isOther ? ['amount'] : []), ...differs.filter((field) => field !== 'amount')];
  const by = lastWriter(work, row, groups);
  const kept = { ...(isOther && { amount, type }), ...(differs.includes('date') && { date }) };
  const other = standsFor === wanted.id ? {} : { other: standsFor };
  return [{ operation, id: wanted.id, kept, by, ...other }];
}

/** A link whose key is another row's. */
function toldOfLink(work: Work, { operation, standsFor, isDeleted }: KeyDone): Told[] {
  if (operation.kind !== 'patch' || isDeleted || standsFor === null || standsFor === operation.id) return [];
  const kept = standing(work, operation, Object.keys(operation.after)) ?? {};
  const other = work.readable('transactions', standsFor) ? { other: standsFor } : {};
  return [{ operation, id: operation.id, kept, by: byOf(work, standsFor), ...other }];
}

/** The other side of a link that was not made stays as it is. */
function lostSides(
  work: Work,
  { operation, standsFor }: KeyDone,
  all: readonly Operation[],
  done: readonly KeyDone[],
): Told[] {
  const transferId = operation.kind === 'patch' ? transferIn(operation) : null;
  if (transferId === null || standsFor === null) return [];
  return all.flatMap((side): Told[] => {
    if (side.kind !== 'patch' || transferIn(side) !== transferId) return [];
    if (done.some((one) => one.operation === side)) return [];
    const shared = Object.keys(side.after).filter((field) => SHARED_BY_SIDES.includes(field));
    const kept = standing(work, side, shared);
    return kept ? [{ operation: side, id: side.id, kept, by: byOf(work, standsFor) }] : [];
  });
}

/** Who made the row of the key, or took it away. */
function byOf(work: Work, standsFor: string): string | null {
  const row = work.readable('transactions', standsFor);
  return work.email(row ? row.userId : (work.findRemoval(standsFor)?.by ?? null));
}

/** What stands of the fields that the patch would change; null where the row is not there. */
function standing(work: Work, { id, after }: Patch, fields: readonly string[]): Fields | null {
  const row = work.readable('transactions', id);
  if (!row) return null;
  const values = plainFields(row);
  const differing = fields.filter((field) => field in values && !sameValue(values[field], after[field]));
  return Object.fromEntries(differing.map((field) => [field, values[field] ?? null]));
}
