import { useMemo } from 'react';
import type { Outcome } from '#domain/outcome';
import type { BudgetRow } from '#domain/rows';
import { createBudget, type NewBudgetInput } from '#store/commands/budgets/budget-create';
import { deleteBudget } from '#store/commands/budgets/budget-delete';
import { updateBudget } from '#store/commands/budgets/budget-update';
import type { Actor } from '#store/commands/commit/commit';
import * as texts from '#texts/books/budgets';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { failureToast } from '../../session/toasts/failure-toast.ts';
import {
  type FormErrors,
  type FormField,
  type FormProblem,
  fieldMessages,
  refusalToast,
  type Wording,
} from './budget-wording.ts';

/** Null after success; otherwise the message for each field, and a toast is shown. */
type Saved = Promise<FormErrors | null>;

interface BudgetCommands {
  /** `draft` is what the form kept of it. */
  create: (input: NewBudgetInput, draft: Actor['draft']) => Saved;
  update: (budget: BudgetRow, input: { name: string; amount: string; categoryId: string }) => Saved;
  remove: (budget: BudgetRow) => Saved;
}

/** What a user can do to budgets; each action shows its toasts. */
export function useBudgetCommands(): BudgetCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(
    () => ({
      create: (input, draft) =>
        save(texts.CREATED_TITLE, texts.CREATE_FAILURE, () => createBudget(db, { ...actor, draft }, input)),
      update: (budget, input) =>
        save(texts.UPDATED_TITLE, texts.UPDATE_FAILURE, () => updateBudget(db, actor, { budget, ...input })),
      remove: ({ id }) => save(texts.DELETED_TITLE, texts.DELETE_FAILURE, () => deleteBudget(db, actor, { id })),
    }),
    [db, actor],
  );
}

async function save<Value>(
  done: string,
  failed: Wording,
  command: () => Promise<Outcome<Value, FormField, FormProblem>>,
): Saved {
  try {
    const outcome = await command();
    if (outcome.ok) {
      showToast({ title: done, tone: 'success' });
      return null;
    }
    showToast({ ...refusalToast(outcome.errors, failed), tone: 'error', correctable: true });
    return fieldMessages(outcome.errors);
  } catch (error) {
    showToast(failureToast(failed.title, error, failed.description));
    return {};
  }
}
