/** Command `transaction.update`, also for moving a transaction to another account. */

import { chosenIds } from '#domain/books/categories';
import { plainAmount } from '#domain/money/money';
import { changedFields } from '#domain/mutations/changed-fields';
import type { Patch } from '#domain/mutations/operations';
import { seenOf } from '#domain/mutations/seen';
import { type Outcome, refuseField, refuseForm } from '#domain/outcome';
import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import { lineInput } from '#domain/transactions/entered-lines';
import { fixedField } from '#domain/transactions/natures';
import {
  checkTransaction,
  fieldsOf,
  type TransactionField,
  type TransactionInput,
  type TransactionProblem,
} from '#domain/transactions/transactions';
import type { Database } from '../../database/database.ts';
import { readAccess } from '../../queries/accounts/access.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { categoriesOfEntry } from './categories-of-entry.ts';
import { placeProblem } from './transaction-add.ts';

/**
 * Changes the named fields that differ. `row` is the row as the user saw it. The patch carries these values, so a newer
 * edit by somebody else is never overwritten unseen. A contribution that moves to another account is no longer a
 * contribution. A row that gets a category and no lines is not split any more. What the nature of the row fixes is
 * refused at its field. Returns a mutation id of null when nothing changed.
 */
export async function updateTransaction(
  db: Database,
  actor: Actor,
  { row, ...change }: Partial<TransactionInput> & { row: TransactionRow },
  now: Date = new Date(),
): Promise<Outcome<{ mutationId: string | null }, TransactionField, TransactionProblem | CommandProblem>> {
  const before = fieldsOf(row);
  const moves = change.accountId !== undefined && change.accountId !== before.accountId;
  const checked = checkTransaction({
    ...before,
    amount: plainAmount(before.amount),
    lines: change.category === undefined && before.lines ? before.lines.map(lineInput) : null,
    ...(moves ? { budgetId: null } : {}),
    ...change,
  });
  if (!checked.ok) return checked;
  const after = checked.fields;
  const fixed = fixedField(row, after);
  if (fixed) return refuseField(fixed, 'forbidden');
  const changed = changedFields('transactions', before, after);
  if (!changed) return { ok: true, mutationId: null };
  const operation: Patch = { kind: 'patch', table: 'transactions', id: row.id, seen: seenOf(row), ...changed };
  const chosen = chosenIds([{ id: row.id, categoryId: change.categoryId }, ...(change.lines ?? [])]);
  const categories = await categoriesOfEntry(db, after, change, now);
  if (!categories.ok) return categories;
  return commitAction(
    db,
    actor,
    [...categories.made, { operations: [operation] }],
    { now, seen: [row], chosen },
    async () => {
      const access = await readAccess(db, actor.userId, row);
      const may = canChange(access, row, actor.userId) && canChange(access, { ...row, type: after.type }, actor.userId);
      if (!may) return refuseForm('forbidden');
      const problem = moves ? await placeProblem(db, actor, after) : null;
      return problem && refuseField('accountId', problem);
    },
  );
}
