/** `sync_push` in memory: the ledger, and one verdict for each mutation. A mutation succeeds or fails as a whole. */
import * as v from 'valibot';
import type { Mutation, Operation } from '#domain/operations';
import type { Refusal, Verdict } from '#domain/verdicts';
import { callOperation } from './calls.ts';
import { deleteRow } from './delete.ts';
import { insert, restore } from './insert.ts';
import { patchOrRevive } from './revive.ts';
import type { State } from './state.ts';
import { Refused, Work } from './work.ts';

export function push(state: State, userId: string, mutations: Mutation[], now: string): Verdict[] {
  return mutations.map((mutation) => {
    const key = `${userId} ${mutation.id}`;
    // This leaves out editedAt, because a device may have measured its clock again meanwhile.
    const payload = JSON.stringify(mutation.operations);
    const known = state.ledger.get(key);
    if (known && known.payload !== payload) return rejected(mutation.id, 'payload_mismatch');
    if (known) return known.verdict;
    const { device, number } = mutation;
    const numbered = device !== undefined && number !== undefined ? { device, number } : undefined;
    if (numbered && numbered.number <= (state.devices.get(`${userId} ${device}`) ?? 0)) {
      return rejected(mutation.id, 'forgotten');
    }
    const work = new Work(state, userId, mutation, now);
    const verdict = decide(work, mutation.id, () => {
      for (const operation of mutation.operations) run(work, operation);
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
