/** Refusals that nobody has to accept. Who else may do what is not the oracle's business. */
import type { Verdict } from '#domain/verdicts';
import { accountOf, type Believed, ownerOf } from './believed.ts';
import { type Case, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { fieldOf, type Row } from './rows.ts';

/** Nobody is refused in their own account for want of a right, nor for lines, which are taken or kept as a whole. */
export function expectRefusable(
  believed: Believed,
  { deeds, verdict }: { deeds: readonly Deed[]; verdict: Verdict },
  complain: Case['complain'],
): void {
  const [deed, ...others] = deeds;
  const row = believed.rows.get((deed && idIn(deed.operation)) ?? '');
  if (verdict.status !== 'rejected' || !deed || !row || others.length > 0) return;
  const { operation, person } = deed;
  const after = operation.kind === 'patch' ? operation.after : {};
  if (verdict.reason === 'invalid' && 'lines' in after && mayHaveLines(row)) {
    complain(`the lines of ${row.id} were refused`);
  }
  const isOwner = ownerOf(believed, accountOf(row)) === person;
  if (verdict.reason === 'forbidden' && isOwner && !('accountId' in after)) complain('the owner was refused');
}

/** Whether it is for certain a transaction that may have lines. */
function mayHaveLines(row: Row): boolean {
  return row.table === 'transactions' && fieldOf(row, 'nature') === 'regular' && fieldOf(row, 'budgetId') === null;
}
