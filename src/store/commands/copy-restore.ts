/** Command `copy.restore`. */
import type { Operation } from '#domain/operations';
import { keepUnfinished } from '../copies/unfinished.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { commitMutation } from '../optimistic/mutations.ts';
import type { RestorePlan } from '../queries/restore-plan.ts';
import type { Actor } from './commit.ts';

/** Operations of a mutation. A quarter of what the server takes also passes a slow line in time. */
const IN_ONE = 250;

interface Options {
  /** Brings back what was deleted since, too. */
  withDeleted: boolean;
  /** Told after each mutation: how many operations are done, of how many. */
  onProgress?: (done: number, all: number) => void;
  /** Stops the restore after the mutation that is under way. What is done stays. */
  signal?: AbortSignal;
}

/**
 * Carries out the plan, in mutations of at most 250 operations. Rows that are there stay as they are. Stopped or
 * interrupted and planned again, it goes on. Returns whether all is done. Throws a StorageFailure.
 */
export async function restoreCopy(
  db: Database,
  { userId, email }: Actor,
  plan: RestorePlan,
  { withDeleted, onProgress, signal }: Options,
  now: Date = new Date(),
): Promise<boolean> {
  const mutations = [...chunks(plan.added), ...(withDeleted ? chunks(plan.deleted) : [])];
  const all = mutations.reduce((sum, { length }) => sum + length, 0);
  const made = plan.targets.filter(({ state }) => state === 'new' || state === 'empty');
  await keepUnfinished(
    db,
    made.map(({ id }) => id),
  );
  let done = 0;
  for (const operations of mutations) {
    if (signal?.aborted) return false;
    // With an id, rows keep the moment at which they were made.
    await commitMutation(db, operations, { userId, userEmail: email, now, id: newId() });
    done += operations.length;
    onProgress?.(done, all);
  }
  await keepUnfinished(db, []);
  return true;
}

/** Rows that transactions need are not in one mutation with them, because one of those may be refused. */
function chunks(groups: readonly Operation[][]): Operation[][] {
  const made: Operation[][] = [];
  let ofTransactions = false;
  for (const group of groups) {
    const last = made.at(-1);
    const isTransaction = group.every((one) => one.kind !== 'call' && one.table === 'transactions');
    if (last && isTransaction === ofTransactions && last.length + group.length <= IN_ONE) last.push(...group);
    else made.push([...group]);
    ofTransactions = isTransaction;
  }
  return made;
}
