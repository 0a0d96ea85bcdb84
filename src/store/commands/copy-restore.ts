/** Command `copy.restore`. */
import { filled, ROWS_IN_ONE } from '#domain/mutations/mutation-slices';
import type { Operation } from '#domain/mutations/operations';
import type { RestorePlan } from '../copies/restore-plan.ts';
import { keepUnfinished } from '../copies/unfinished.ts';
import type { Database } from '../database/database.ts';
import { commitMutations } from '../optimistic/mutations.ts';
import type { Actor } from './commit/commit.ts';

/** Mutations of transactions that are written together: the months that they share are read and written once. */
const TOGETHER = 8;

interface Options {
  /** Brings back what was deleted since, too. */
  withDeleted: boolean;
  /** Called after each slice: how many operations are done, of how many. */
  onProgress?: (done: number, all: number) => void;
  /** Stops the restore after the slice that is under way. What is done stays. */
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
  const slices = [...together(chunks(plan.added)), ...(withDeleted ? together(chunks(plan.deleted)) : [])];
  const all = slices.flat().reduce((sum, { length }) => sum + length, 0);
  const made = plan.targets.filter(({ state }) => state === 'new' || state === 'empty');
  await keepUnfinished(
    db,
    made.map(({ id }) => id),
  );
  let done = 0;
  for (const mutations of slices) {
    if (signal?.aborted) return false;
    const made = mutations.map((operations) => ({ operations, apart: true }));
    await commitMutations(db, made, { userId, userEmail: email, now });
    done += mutations.flat().length;
    onProgress?.(done, all);
  }
  await keepUnfinished(db, []);
  return true;
}

/** Rows that transactions need are not in one mutation with them, because one of those may be refused. */
function chunks(groups: readonly Operation[][]): Operation[][] {
  const others = groups.filter((group) => !isOfTransactions(group));
  return [others, groups.filter(isOfTransactions)].flatMap((some) => filled(some, ROWS_IN_ONE.restored));
}

/** Each mutation of other rows is a slice by itself: transactions find their account and budget in the database. */
function together(mutations: readonly Operation[][]): Operation[][][] {
  const slices: Operation[][][] = [];
  for (const mutation of mutations) {
    const last = slices.at(-1);
    const fits = last && last.length < TOGETHER && [mutation, ...last].every(isOfTransactions);
    if (fits) last.push(mutation);
    else slices.push([mutation]);
  }
  return slices;
}

function isOfTransactions(operations: readonly Operation[]): boolean {
  return operations.every((operation) => operation.kind !== 'call' && operation.table === 'transactions');
}
