import { turns } from '../refunds.ts';
import { groupOf, plainFields } from './changed-fields.ts';
import type { Insert, Patch, Restore } from './operations.ts';
import type { Verdict } from './verdicts.ts';

/**
 * The values of a patch or an insert that were not applied, in whole field groups; all of them when nothing was
 * superseded field by field. What was applied is the server's: somebody may have changed it since. The same goes for a
 * type that the patch names beside the amount and leaves as it was, unless lines bind it.
 */
export function valuesNotApplied(verdict: Verdict | undefined, operation: Patch | Insert | Restore): Patch['after'] {
  const values = operation.kind === 'patch' ? wantedBy(operation) : plainFields(operation.row);
  if (verdict?.status !== 'superseded' || verdict.reason === 'deleted') return values;
  const { table } = operation;
  const lost = new Set(Object.keys(verdict.kept).flatMap((field) => groupOf(table, field) ?? []));
  return Object.fromEntries(Object.entries(values).filter(([field]) => lost.has(groupOf(table, field) ?? '')));
}

function wantedBy({ table, before, after }: Patch): Patch['after'] {
  const { type, refund, ...others } = after;
  return table !== 'transactions' || 'lines' in after || turns({ before, after }) ? after : others;
}
