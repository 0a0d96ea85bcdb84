/** Command `transfer.add`. */

import type { Insert } from '#domain/mutations/operations';
import { type Outcome, refuseField } from '#domain/outcome';
import { TRANSACTION_DEFAULTS } from '#domain/rows';
import type { TransactionFields } from '#domain/transactions/transactions';
import {
  checkTransfer,
  type TransferField,
  type TransferFields,
  type TransferInput,
  type TransferProblem,
} from '#domain/transactions/transfers';
import type { Database } from '../../database/database.ts';
import { newId } from '../../database/new-id.ts';
import { type Actor, type CommandProblem, commitAction } from '../commit/commit.ts';
import { placeProblem } from '../transactions/transaction-add.ts';

type Added = Outcome<{ mutationId: string }, TransferField, TransferProblem | CommandProblem>;

/** The same as `enterTransfer`, from fields as somebody types them. */
export async function addTransfer(
  db: Database,
  actor: Actor,
  input: TransferInput,
  now: Date = new Date(),
): Promise<Added> {
  const checked = checkTransfer(input);
  return checked.ok ? enterTransfer(db, actor, checked.fields, now) : checked;
}

/**
 * Makes both sides of what a form has parsed as one mutation: an expense in one account, an income in the other. When
 * the user may not add to an account, the refusal names its field.
 */
export async function enterTransfer(
  db: Database,
  actor: Actor,
  { from, to }: TransferFields,
  now: Date = new Date(),
): Promise<Added> {
  const transferId = newId();
  const side = (fields: TransactionFields): Insert => ({
    kind: 'insert',
    table: 'transactions',
    row: {
      ...TRANSACTION_DEFAULTS,
      id: newId(),
      createdAt: now.toISOString(),
      ...fields,
      nature: 'transfer',
      transferId,
    },
  });
  return commitAction(db, actor, [{ operations: [side(from), side(to)] }], { now, isNew: true }, async () => {
    const problem = await placeProblem(db, actor, from);
    if (problem) return refuseField('fromAccountId', problem);
    const other = await placeProblem(db, actor, to);
    return other && refuseField('toAccountId', other);
  });
}
