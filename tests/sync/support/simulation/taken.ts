/** What the server took of a mutation, as far as its verdict tells. */
import type { Verdict } from '#domain/mutations/verdicts';

/**
 * Whether the server took this field of the row, or the row as a whole (null). Where a verdict keeps fields of several
 * rows, nobody can tell which row it means. One that keeps no fields is about a deletion, and that was not taken.
 */
export function isTaken(verdict: Verdict | undefined, rowId: string, field: string | null): boolean {
  if (!verdict || verdict.status === 'rejected') return false;
  if (verdict.status === 'superseded') {
    if (verdict.reason !== 'newer') return false;
    return field === null ? Object.keys(verdict.kept).length > 0 : !(field in verdict.kept);
  }
  const told = verdict.notTaken?.find(({ id }) => id === rowId);
  if (!told) return true;
  return told.status === 'superseded' && told.reason === 'newer' && field !== null && !(field in told.kept);
}
