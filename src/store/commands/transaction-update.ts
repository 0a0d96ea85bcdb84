/** Command `transaction.update`, also for moving a transaction to another account. */
import { plainAmount } from '#domain/money';
import { type Patch, TRANSACTION_FIELD_GROUPS } from '#domain/operations';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import { canChange } from '#domain/roles';
import type { TransactionRow } from '#domain/rows';
import {
  checkTransaction,
  type TransactionField,
  type TransactionInput,
  type TransactionProblem,
} from '#domain/transactions';
import type { Database } from '../database.ts';
import { readAccess } from '../queries/access.ts';
import { changedFields } from './changed-fields.ts';
import { type Actor, type CommandProblem, commit } from './commit.ts';
import { placeProblem } from './transaction-add.ts';

/**
 * Changes the fields that are named and differ. `row` is the row as the user saw it; the patch says so, and a newer edit of
 * the same field by somebody else is never overwritten unseen. A contribution that moves to another account is none any
 * more. Answers with a mutation id of null when nothing changed.
 */
export async function updateTransaction(
  db: Database,
  actor: Actor,
  { row, ...change }: Partial<TransactionInput> & { row: TransactionRow },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, TransactionField, TransactionProblem | CommandProblem>> {
  const { accountId, type, amount, date, description, category, notes, budgetId } = row;
  const before = { accountId, type, amount, date, description, category, notes, budgetId };
  const moves = change.accountId !== undefined && change.accountId !== accountId;
  const checked = checkTransaction({
    ...before,
    amount: plainAmount(amount),
    ...(moves ? { budgetId: null } : {}),
    ...change,
  });
  if (!checked.ok) return checked;
  const after = checked.fields;
  const changed = changedFields(before, after, TRANSACTION_FIELD_GROUPS);
  if (!changed) return { ok: true, mutationId: null };
  const { id, version: seen } = row;
  const operation: Patch = { kind: 'patch', table: 'transactions', id, seen, ...changed };
  return commit(db, actor, [operation], { now, seen: [row] }, async () => {
    const access = await readAccess(db, actor.userId, row);
    const may = canChange(access, row, actor.userId) && canChange(access, { ...row, type: after.type }, actor.userId);
    if (!may) return refuseForm('forbidden');
    const problem = moves ? await placeProblem(db, actor, after) : null;
    return problem && refuseField('accountId', problem);
  });
}
