import type { Problems } from '#domain/outcome';
import type { TransferField, TransferProblem } from '#domain/transactions/transfers';
import * as problems from '#texts/field-problems';
import * as texts from '#texts/transactions/transfers';
import { type DraftErrors, fieldMessage } from './transaction-draft.ts';

/** The reasons of a refused transfer in words, at the fields of the form. */
export function transferMessages(found: Problems<TransferField, TransferProblem>): DraftErrors {
  const errors: DraftErrors = {};
  for (const field of ['amount', 'date', 'description', 'notes'] as const) {
    const problem = found[field];
    if (problem && problem !== 'same_account') errors[field] = fieldMessage(field, problem);
  }
  if (found.fromAccountId) errors.accountId = texts.NO_FROM;
  if (found.toAccountId) errors.toAccountId = found.toAccountId === 'same_account' ? texts.SAME_ACCOUNT : texts.NO_TO;
  if (found.toDate) errors.toDate = problems.DATE_NOT_A_DATE;
  return errors;
}
