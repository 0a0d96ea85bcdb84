/** Refusals that nobody has to accept. Who else may do what is not the oracle's business. */
import type { Operation } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { accountOf, type Believed, ownerOf } from './believed.ts';
import { type Case, idIn } from './case.ts';
import type { Deed } from './chronicle.ts';
import { fieldOf, isUncertain, type Row } from './rows.ts';

/**
 * Nobody is refused in their own account for want of a right. Nor for lines: they are taken or kept as a whole, and an
 * edit that does not name them leaves what they decide (S66c).
 */
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
  if (verdict.reason === 'invalid' && isOfSplit(operation, row)) complain(`an edit of the split ${row.id} was refused`);
  const isOwner = ownerOf(believed, accountOf(row)) === person;
  // A row that has moved is of no import of its former account, whoever says so (S69c).
  const namesImport = typeof after.importId === 'string';
  const mayBeRefused = 'accountId' in after || namesImport;
  if (verdict.reason === 'forbidden' && isOwner && !mayBeRefused) complain('the owner was refused');
}

/** Whether it is for certain an edit of a split row that does not name its lines. */
function isOfSplit(operation: Operation, row: Row): boolean {
  const lines = fieldOf(row, 'lines');
  if (operation.kind !== 'patch' || lines === null || isUncertain(lines) || !mayHaveLines(row)) return false;
  return Object.keys(operation.after).every((field) => ['amount', 'type', 'category'].includes(field));
}

/** Whether it is for certain a transaction that may have lines. */
function mayHaveLines(row: Row): boolean {
  return row.table === 'transactions' && fieldOf(row, 'nature') === 'regular' && fieldOf(row, 'budgetId') === null;
}
