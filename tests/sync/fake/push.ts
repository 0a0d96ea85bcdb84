/** `sync_push` in memory: the ledger, and one verdict a mutation. Each mutation holds or fails as a whole. */
import * as v from 'valibot';
import type { Mutation, Operation } from '#domain/operations';
import type { Refusal, Verdict } from '#domain/verdicts';
import { callOperation } from './calls.ts';
import { deleteRow } from './delete.ts';
import { insert, restore } from './insert.ts';
import { patch } from './patch.ts';
import type { State } from './state.ts';
import { Refused, Work } from './work.ts';

export function push(state: State, userId: string, mutations: Mutation[], now: string): Verdict[] {
  return mutations.map((mutation) => {
    const key = `${userId} ${mutation.id}`;
    // Without editedAt: a device may have measured its clock again meanwhile.
    const payload = JSON.stringify(mutation.operations);
    const known = state.ledger.get(key);
    if (known && known.payload !== payload) return rejected(mutation.id, 'payload_mismatch');
    if (known) return known.verdict;
    const work = new Work(state, userId, mutation.editedAt, now);
    const verdict = decide(work, mutation.id, () => {
      for (const operation of mutation.operations) run(work, operation);
    });
    state.ledger.set(key, { payload, verdict });
    return verdict;
  });
}

/** What `act` comes to. Nothing of it stands when it is refused. */
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
      return patch(work, operation);
    case 'delete':
      return deleteRow(work, operation);
    case 'call':
      return callOperation(work, operation);
  }
}
