/** What a restore of a copy would do. It changes nothing. */
import type { Copy, CopyTransaction } from '#copy/format';
import type { Operation, Restore } from '#domain/operations';
import { smallRows } from '../copies/small-rows.ts';
import { findTargets, type Target } from '../copies/targets.ts';
import { planTransactions } from '../copies/transactions.ts';
import type { Database } from '../database/database.ts';
import { type Rights, rightsOver } from '../resolve/may-change.ts';

export interface RestorePlan {
  targets: Pick<Target, 'id' | 'name' | 'state'>[];
  /** Operations that belong into one mutation are together. Rows that others need come first. */
  added: Operation[][];
  /** The same for what was deleted since. Only the user brings it back. */
  deleted: Operation[][];
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

export async function planRestore(db: Database, copy: Copy): Promise<RestorePlan> {
  const targets = await findTargets(db, copy);
  const small = await smallRows(db, copy, targets);
  const others = new Set([...copy.budgets, ...copy.reconciliations].map(({ id }) => id));
  const { added, deleted, standing, alone } = await planTransactions(copy.transactions, targets, others);
  const mayChange = await rightsOver(
    db,
    [...targets.values()].map(({ id }) => ({ accountId: id, budgetId: null })),
  );
  const allowed = deleted.filter((group) => group.every((one) => mayBringBack(mayChange, one)));
  const smallAllowed = small.deleted.filter(({ table, row }) => mayChange(table, row));
  const states = [...targets.values()];
  return {
    targets: states.map(({ id, name, state }) => ({ id, name, state })),
    added: [...small.added.map((one) => [one]), ...added],
    deleted: [...smallAllowed.map((one) => [one]), ...allowed],
    counts: {
      added: added.flat().length,
      deleted: allowed.flat().length,
      standing,
      ofOthers: ofOthers(db, copy.transactions, targets),
      alone,
    },
  };
}

function mayBringBack(mayChange: Rights, { row }: Restore): boolean {
  return mayChange('transactions', { ...row, budgetId: null });
}

function ofOthers(db: Database, rows: readonly CopyTransaction[], targets: ReadonlyMap<string, Target>): number {
  const isAdded = ({ accountId }: CopyTransaction) => {
    const state = targets.get(accountId)?.state;
    return state === 'new' || state === 'empty';
  };
  return rows.filter((row) => isAdded(row) && row.contributor !== null && row.contributor.userId !== db.userId).length;
}
