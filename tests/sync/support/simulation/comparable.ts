/** What of mutations and verdicts is the same on each server. */
import type { Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';

export function nameOf(operation: Operation): string {
  return operation.kind === 'call' ? operation.name : `${operation.kind} ${operation.table}`;
}

/** Removes what may differ between two servers that decide alike: versions, ids of mutations, wording. */
export function comparable(verdict: Verdict | undefined): unknown {
  if (verdict?.status === 'rejected') return { status: verdict.status, reason: verdict.reason };
  if (verdict?.status === 'superseded') {
    const { status, reason, kept, by } = verdict;
    return { status, reason, kept, by };
  }
  return { status: verdict?.status };
}
