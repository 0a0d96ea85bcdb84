/** An undo takes back what the sides of a transfer share on both or on neither. The server decides the same (S65f). */
import { plainFields } from '#domain/mutations/changed-fields';
import type { Operation } from '#domain/mutations/operations';
import { sameValue } from '#domain/mutations/same-value';
import type { Fields } from '#domain/rows';
import { SHARED_BY_SIDES } from '#domain/transactions/transfers';
import type { KeptRow } from '../database/records.ts';

/** An operation that undoes, and as much of it as its row allows; null for nothing. */
export interface Taken {
  operation: Operation;
  /** The row as the user sees it; null where it is not there. */
  row: KeptRow['row'] | null;
  taken: Operation | null;
}

/** The same, without what the sides share where one side does not allow it. */
export function takenTogether(all: readonly Taken[]): Taken[] {
  const sides = Map.groupBy(all, transferOf);
  return all.map((one) => {
    const id = transferOf(one);
    const isBound = id !== null && sides.get(id)?.some((side) => !allowsShared(side));
    return isBound && one.taken ? { ...one, taken: withoutShared(one.taken) } : one;
  });
}

function transferOf({ operation, row }: Taken): string | null {
  const [before, after] = operation.kind === 'patch' ? [operation.before, operation.after] : [{}, {}];
  const current = plainFields('row' in operation ? operation.row : (row ?? {}));
  const id = before.transferId ?? after.transferId ?? current.transferId;
  return typeof id === 'string' ? id : null;
}

/** Whether the row allows to take back what sides share, or is as it was before already. */
function allowsShared({ operation, row, taken }: Taken): boolean {
  if (operation.kind !== 'patch') return taken !== null || (operation.kind === 'restore') === (row !== null);
  const current = plainFields(row ?? {});
  const allowed = taken?.kind === 'patch' ? taken.after : {};
  return Object.entries(operation.after).every(([field, value]) => {
    return !SHARED_BY_SIDES.includes(field) || field in allowed || sameValue(current[field], value);
  });
}

function withoutShared(operation: Operation): Operation | null {
  if (operation.kind !== 'patch') return null;
  const after = others(operation.after);
  return Object.keys(after).length > 0 ? { ...operation, before: others(operation.before), after } : null;
}

function others(values: Fields): Fields {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !SHARED_BY_SIDES.includes(field)));
}
