import type { Call, Operation } from './operations.ts';

/** Skips an occurrence of a schedule, or takes that back. */
export type OccurrenceCall = Extract<Call, { name: 'occurrence.skip' | 'occurrence.unskip' }>;

export function changesOccurrence(operation: Operation): operation is OccurrenceCall {
  return operation.kind === 'call' && (operation.name === 'occurrence.skip' || operation.name === 'occurrence.unskip');
}
