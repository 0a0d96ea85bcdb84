/** The operations of a mutation in the in-memory server: all of them are carried out, or none. */
import * as v from 'valibot';
import { Operation } from '#domain/mutations/operations';
import type { Refusal, Verdict } from '#domain/mutations/verdicts';
import { callOperation } from './calls.ts';
import { deleteRow } from './delete.ts';
import { noteKeys, resolveKeys } from './import-keys.ts';
import { insert } from './insert.ts';
import { keptByKeys } from './kept-by-keys.ts';
import { checkSides } from './natures.ts';
import { Refused } from './refused.ts';
import { patchOrRevive, restoreByHand } from './revive.ts';
import { bindSides } from './together.ts';
import { giveDetailsBack, resolveUndo } from './undo.ts';
import { clearWays } from './ways.ts';
import type { Work } from './work.ts';

const Operations = v.pipe(v.array(Operation), v.minLength(1));

/** Returns the verdict on `act`. After a refusal nothing of it stays. */
export function decide(work: Work, id: string, act: () => void): Verdict {
  try {
    act();
  } catch (failure) {
    work.takeBack();
    if (failure instanceof Refused) return { ...rejected(id, failure.reason), code: failure.code };
    if (v.isValiError(failure)) return rejected(id, 'invalid');
    throw failure;
  }
  const { versions, superseded } = work;
  if (superseded) return { id, status: 'superseded', ...superseded, versions };
  return { id, status: 'applied', versions };
}

export function rejected(id: string, reason: Refusal): Extract<Verdict, { status: 'rejected' }> {
  return { id, status: 'rejected', reason, code: null, message: reason };
}

/** Throws where something is refused. */
export function carryOut(work: Work, entered: readonly unknown[]): void {
  const keyed = resolveKeys(work, v.parse(Operations, entered));
  const sides = bindSides(work, keyed.operations);
  const { operations, stays, moved } = resolveUndo(work, sides.operations);
  for (const operation of operations) run(work, operation);
  giveDetailsBack(work, moved);
  checkSides(work);
  const unlinked = clearWays(work, keyed.ways);
  noteKeys(
    work,
    keyed.keyed.filter(({ rowId }) => !unlinked.includes(rowId)),
  );
  for (const one of [stays, sides.stays]) if (one) work.supersedeFirst(one);
  keptByKeys(work, keyed);
}

function run(work: Work, operation: Operation) {
  switch (operation.kind) {
    case 'insert':
      return insert(work, operation);
    case 'restore':
      return restoreByHand(work, operation);
    case 'patch':
      return patchOrRevive(work, operation);
    case 'delete':
      return deleteRow(work, operation);
    case 'call':
      return callOperation(work, operation);
  }
}
