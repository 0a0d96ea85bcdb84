/** Command `opening.correct`: makes the opening balance of an account what it has to be. */

import { OPENING_BALANCE } from '#domain/books/opening';
import { changedFields } from '#domain/mutations/changed-fields';
import type { Operation } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseForm } from '#domain/outcome';
import { MAX_AMOUNT, TRANSACTION_DEFAULTS, type TransactionRow, type TransactionType } from '#domain/rows';
import { can, canChange } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction, type NoteAction } from '../commit/commit.ts';

export interface OpeningCorrection {
  accountId: string;
  /** The opening balance as the user saw it; null where the account has none. */
  row: TransactionRow | null;
  /** What it has to be; below zero for a debt, and zero for none. */
  cents: number;
  /** YYYY-MM-DD. */
  date: string;
}

/** As a part of an action, where that names one. Refuses as `forbidden` also an amount that no row can hold. */
export async function correctOpening(
  db: Database,
  actor: Actor,
  correction: OpeningCorrection,
  options: { now: Date; action?: string; note?: NoteAction | undefined },
): Promise<Outcome<{ actionId: string }, never, CommandProblem>> {
  const { row } = correction;
  if (Math.abs(correction.cents) > MAX_AMOUNT) return refuseForm('forbidden');
  const operation = operationOf(correction, options.now);
  if (!operation) return { ok: true, actionId: options.action ?? '' };
  return commitAction(db, actor, [{ operations: [operation] }], { ...options, seen: row ? [row] : [] }, async () => {
    const access = await readAccess(db, actor.userId, correction);
    const may = row ? canChange(access, row, actor.userId) : can(access.account, 'transaction.add');
    return may ? null : refuseForm('forbidden');
  });
}

/** Null when there is nothing to do. */
function operationOf({ accountId, row, cents, date }: OpeningCorrection, now: Date): Operation | null {
  if (cents === 0) return row && { kind: 'delete', table: 'transactions', id: row.id };
  const type: TransactionType = cents > 0 ? 'income' : 'expense';
  const after = { type, amount: Math.abs(cents), date };
  if (row) {
    const changed = changedFields('transactions', { type: row.type, amount: row.amount, date: row.date }, after);
    return changed && { kind: 'patch', table: 'transactions', id: row.id, seen: seenOf(row), ...changed };
  }
  const texts = { description: OPENING_BALANCE, category: OPENING_BALANCE, notes: '' };
  const made = { id: newId(), createdAt: now.toISOString(), accountId, budgetId: null };
  const inserted = { ...TRANSACTION_DEFAULTS, ...made, ...texts, ...after, nature: 'opening' } as const;
  return { kind: 'insert', table: 'transactions', row: inserted };
}
