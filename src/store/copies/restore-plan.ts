/** What a restore of a copy would do. It changes nothing. */
import type { Copy, CopyTransaction } from '#copy/format';
import type { Insert, Operation, Restore } from '#domain/mutations/operations';
import type { Database } from '../database/database.ts';
import { type Rights, rightsOver } from '../resolve/may-change.ts';
import { smallRows } from './small-rows.ts';
import { findTargets, type Target } from './targets.ts';
import { planTransactions } from './transactions.ts';

type Others = Record<'categories' | 'budgets' | 'reconciliations' | 'schedules', number>;

export interface RestorePlan extends RestorePreview {
  /** Operations that belong into one mutation are together. Rows that others need come first. */
  added: Operation[][];
  /** The same for what was deleted since. Only the user brings it back. */
  deleted: Operation[][];
}

/** What the user sees of a plan before it is carried out. */
export interface RestorePreview {
  /** When the copy was made. */
  exportedAt: string;
  /** False when older months had not reached the device that made the copy. */
  complete: boolean;
  targets: Pick<Target, 'id' | 'name' | 'state'>[];
  /** Numbers of categories, budgets, reconciliations and schedules that are new, or that were deleted since. */
  others: { added: Others; deleted: Others };
  /** Numbers of transactions. */
  counts: {
    added: number;
    deleted: number;
    standing: number;
    /** Of the new ones: somebody else had entered them, and the user will stand for it. */
    ofOthers: number;
    /** Of the new ones: they were sides of a transfer whose other side does not come. */
    alone: number;
  };
}

/** `email` is the user's; empty before a login. */
export async function planRestore(db: Database, copy: Copy, email = ''): Promise<RestorePlan> {
  const targets = await findTargets(db, copy);
  const small = await smallRows(db, copy, targets);
  const others = new Set([...copy.budgets, ...copy.reconciliations].map(({ id }) => id));
  const { added, deleted, standing, alone } = planTransactions(copy.transactions, targets, others);
  const states = [...targets.values()];
  const mayChange = await rightsOver(
    db,
    states.map(({ id }) => ({ accountId: id, budgetId: null })),
  );
  const allowed = deleted.filter((group) => group.every((one) => mayBringBack(mayChange, one)));
  const smallAllowed = small.deleted.filter(({ table, row }) => mayChange(table, row));
  return {
    exportedAt: copy.exportedAt,
    complete: copy.complete,
    targets: states.map(({ id, name, state }) => ({ id, name, state })),
    added: [...small.added.map((one) => [one]), ...added],
    deleted: [...smallAllowed.map((one) => [one]), ...allowed],
    others: { added: numbersOf(small.added), deleted: numbersOf(smallAllowed) },
    counts: {
      added: added.flat().length,
      deleted: allowed.flat().length,
      standing,
      ofOthers: ofOthers({ userId: db.userId, email }, copy.transactions, targets),
      alone,
    },
  };
}

function numbersOf(inserts: readonly Insert[]): Others {
  const count = (name: keyof Others) => inserts.filter(({ table }) => table === name).length;
  return {
    categories: count('categories'),
    budgets: count('budgets'),
    reconciliations: count('reconciliations'),
    schedules: count('schedules'),
  };
}

function mayBringBack(mayChange: Rights, { row }: Restore): boolean {
  return mayChange('transactions', { ...row, budgetId: null });
}

function ofOthers(
  me: { userId: string; email: string },
  rows: readonly CopyTransaction[],
  targets: ReadonlyMap<string, Target>,
): number {
  const isAdded = ({ accountId }: CopyTransaction) => {
    const state = targets.get(accountId)?.state;
    return state === 'new' || state === 'empty';
  };
  return rows.filter((row) => isAdded(row) && isOther(row.contributor, me)).length;
}

/** A file without an e-mail comes from a device without a login, so one person entered all of it. */
function isOther(contributor: CopyTransaction['contributor'], me: { userId: string; email: string }): boolean {
  if (contributor === null || contributor.userId === me.userId || contributor.email === '') return false;
  return contributor.email?.toLowerCase() !== me.email.toLowerCase();
}
