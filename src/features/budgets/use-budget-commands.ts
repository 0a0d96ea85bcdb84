import { useMemo } from 'react';
import type { Outcome } from '#domain/outcome';
import type { BudgetRow } from '#domain/rows';
import { createBudget, type NewBudgetInput } from '#store/commands/budget-create';
import { deleteBudget } from '#store/commands/budget-delete';
import { updateBudget } from '#store/commands/budget-update';
import { notify } from '#ui/notices';
import { useActor, useDatabase } from '../session/session.tsx';
import {
  type FormErrors,
  type FormField,
  type FormProblem,
  fieldMessages,
  refusalNotice,
  type Wording,
} from './budget-wording.ts';

/** Null when it was saved, else what to say at which field; the notice has been put up. */
type Saved = Promise<FormErrors | null>;

export interface BudgetCommands {
  create: (input: NewBudgetInput) => Saved;
  update: (budget: BudgetRow, input: { name: string; amount: string; categoryId: string }) => Saved;
  remove: (budget: BudgetRow) => Saved;
}

const CREATE: Wording = {
  title: 'Failed to create budget',
  description: 'There was an error creating your budget.',
};
const UPDATE: Wording = {
  title: 'Failed to update budget',
  description: 'There was an error updating your budget.',
};
const DELETE: Wording = {
  title: 'Failed to delete budget',
  description: 'There was an error deleting the budget.',
};

/** What a user does to budgets, with its notices. */
export function useBudgetCommands(): BudgetCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(
    () => ({
      create: (input) => save('Budget created', CREATE, () => createBudget(db, actor, input)),
      update: (budget, input) => save('Budget updated', UPDATE, () => updateBudget(db, actor, { budget, ...input })),
      remove: ({ id }) => save('Budget deleted', DELETE, () => deleteBudget(db, actor, { id })),
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
      notify({ title: done, tone: 'success' });
      return null;
    }
    notify({ ...refusalNotice(outcome.errors, failed), tone: 'error', correctable: true });
    return fieldMessages(outcome.errors);
  } catch (error) {
    const description = (error instanceof Error && error.message) || failed.description;
    notify({ title: failed.title, description, tone: 'error' });
    return {};
  }
}
