/** What the server took of a mutation, as far as its verdict tells. */
import { idIn } from '../oracle/case.ts';
import type { Chronicle } from '../oracle/chronicle.ts';

/**
 * Whether the server took this field of the row, or the row as a whole (null). Where a verdict keeps fields of several
 * rows, nobody can tell which row it means. One that keeps no fields is about a deletion, and that was not taken.
 */
export function isTaken(chronicle: Chronicle, mutation: string, rowId: string, field: string | null): boolean {
  const verdict = chronicle.verdictOn(mutation);
  if (!verdict || verdict.status === 'rejected') return false;
  if (verdict.status === 'superseded') {
    if (verdict.reason !== 'newer') return isOfOtherRow(chronicle, mutation, rowId);
    return field === null ? Object.keys(verdict.kept).length > 0 : !(field in verdict.kept);
  }
  const told = verdict.notTaken?.find(({ id }) => id === rowId);
  if (!told) return true;
  return told.status === 'superseded' && told.reason === 'newer' && field !== null && !(field in told.kept);
}

/** The rows of a reconciliation or an import do not hold together: where one was deleted, the others were written. */
function isOfOtherRow(chronicle: Chronicle, mutation: string, rowId: string): boolean {
  const named = chronicle.deedsOf(mutation).map(({ operation }) => operation);
  const isLoose = named.some((one) => 'table' in one && ['reconciliations', 'imports'].includes(one.table));
  return isLoose && !wasGone(chronicle, mutation, rowId);
}

/** Whether the row was deleted when the server decided on the mutation. */
function wasGone(chronicle: Chronicle, mutation: string, rowId: string): boolean {
  const index = chronicle.decisionOn(mutation) ?? -1;
  const before = [...chronicle.deeds].flatMap(([id, deeds]) => {
    const at = chronicle.decisionOn(id) ?? -1;
    const isTold = at < 0 || at >= index || chronicle.verdictOn(id)?.status === 'rejected';
    return isTold ? [] : deeds.flatMap(({ operation }) => (idIn(operation) === rowId ? [{ at, operation }] : []));
  });
  const existence = before
    .filter(({ operation }) => operation.kind !== 'patch')
    .sort((one, other) => one.at - other.at);
  return existence.at(-1)?.operation.kind === 'delete';
}
