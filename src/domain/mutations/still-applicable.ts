/** What of an undo a row still allows: the field groups that hold what is to be taken back. */

import { turns } from '../refunds.ts';
import { PLAIN } from '../rows.ts';
import { groupOf, plainFields, SPLIT_FIELDS } from './changed-fields.ts';
import type { Patch } from './operations.ts';
import { sameValue } from './same-value.ts';

/**
 * The patch with the field groups in which the row holds the values of `before`. A change of the type, of refund or of
 * lines binds amount, type, refund, category and lines. What a move has taken from the row comes back with the account,
 * whatever stands there meanwhile (S67j). Neither side names a field when nothing is left.
 */
export function applicablePart<P extends Pick<Patch, 'table' | 'before' | 'after'>>(patch: P, row: object): P {
  const { before, after } = patch;
  const current = plainFields(Object.fromEntries(Object.entries(row).filter(([field]) => field in after)));
  const isTaken = (field: string) => isTakenByMove(patch, field);
  const groupIn = boundGroups(patch);
  const named = Object.keys(after).filter((field) => !isTaken(field));
  const differing = named.filter((field) => !sameValue(current[field], before[field]));
  const changed = new Set(differing.map(groupIn));
  const kept = (values: Patch['after']) =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !changed.has(groupIn(field))));
  return changed.size === 0 ? patch : { ...patch, before: kept(before), after: kept(after) };
}

/** The group of a field as the patch binds it: a type or lines take four fields along, a move takes the details. */
export function boundGroups({ table, before, after }: Pick<Patch, 'table' | 'before' | 'after'>) {
  const binds = 'lines' in after || (table === 'transactions' && turns({ before, after }));
  return (field: string) => {
    if (isTakenByMove({ table, after }, field)) return 'accountId';
    return binds && SPLIT_FIELDS.includes(field) ? 'type' : groupOf(table, field);
  };
}

function isTakenByMove({ table, after }: Pick<Patch, 'table' | 'after'>, field: string): boolean {
  return table === 'transactions' && 'accountId' in after && field in PLAIN;
}
