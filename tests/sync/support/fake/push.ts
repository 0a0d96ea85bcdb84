/** `sync_push` in memory: the ledger, and one verdict for each mutation. A mutation succeeds or fails as a whole. */
import * as v from 'valibot';
import { Mutation, type Operation, type SentMutation } from '#domain/operations';
import type { Refusal, Verdict } from '#domain/verdicts';
import { callOperation } from './calls.ts';
import { deleteRow } from './delete.ts';
import { noteKeys, resolveKeys } from './import-keys.ts';
import { insert, restore } from './insert.ts';
import { checkSides } from './natures.ts';
import { patchOrRevive } from './revive.ts';
import type { State } from './state.ts';
import { bindSides } from './together.ts';
import { resolveUndo } from './undo.ts';
import { Refused, Work } from './work.ts';

export function push(state: State, userId: string, mutations: SentMutation[], now: string): Verdict[] {
  return mutations.map((mutation) => {
    const key = `${userId} ${mutation.id}`;
    // This leaves out editedAt, because a device may have measured its clock again meanwhile.
    const payload = JSON.stringify(mutation.operations);
    const known = state.ledger.get(key);
    if (known && known.payload !== payload) return rejected(mutation.id, 'payload_mismatch');
    // The first verdict stays (S3).
    if (known) return known.verdict;
    const { device, number } = mutation;
    const numbered = device !== undefined && number !== undefined ? { device, number } : undefined;
    if (numbered && numbered.number <= (state.devices.get(`${userId} ${device}`) ?? 0)) {
      // Nobody knows any more whether it was done (S52b).
      return rejected(mutation.id, 'forgotten');
    }
    const work = new Work(state, userId, mutation, now);
    const verdict = decide(work, mutation.id, () => {
      const keyed = resolveKeys(work, v.parse(Mutation, mutation).operations);
      const sides = bindSides(work, keyed.operations);
      const { operations, stays } = resolveUndo(work, sides.operations);
      for (const operation of operations) run(work, operation);
      checkSides(work);
      noteKeys(work, keyed.keyed);
      for (const one of [stays, sides.stays, keyed.deleted]) if (one) work.supersedeFirst(one);
    });
    state.ledger.set(key, { payload, verdict, ...(numbered && { numbered }) });
    return verdict;
  });
}

/** Returns the verdict on `act`. After a refusal nothing of it stays. */
export function decide(work: Work, id: string, act: () => void): Verdict {
  try {
    act();
  } catch (failure) {
    work.takeBack();
    if (failure instanceof Refused) return rejected(id, failure.reason);
    if (v.isValiError(failure)) return rejected(id, 'invalid');
    throw failure;
  }
  const { versions, superseded } = work;
  if (superseded) return { id, status: 'superseded', ...superseded, versions };
  return { id, status: 'applied', versions };
}

function rejected(id: string, reason: Refusal): Verdict {
  return { id, status: 'rejected', reason, code: null, message: reason };
}

function run(work: Work, operation: Operation) {
  switch (operation.kind) {
    case 'insert':
      return insert(work, operation);
    case 'restore':
      return restore(work, operation);
    case 'patch':
      return patchOrRevive(work, operation);
    case 'delete':
      return deleteRow(work, operation);
    case 'call':
      return callOperation(work, operation);
  }
}
