import { useMemo } from 'react';
import type { Outcome } from '#domain/outcome';
import type { CategoryRow, TransactionType } from '#domain/rows';
import { createCategory } from '#store/commands/category-create';
import { deleteCategory } from '#store/commands/category-delete';
import { renameCategory } from '#store/commands/category-rename';
import { notify } from '#ui/notices';
import { useActor, useDatabase } from '../session/session.tsx';
import { type CategoryProblem, NAME_REQUIRED, problemText } from './category-wording.ts';

/** Null when it was saved, else what to say at the name; the notice has been put up. */
type Saved = Promise<string | null>;

export interface CategoryCommands {
  add: (type: TransactionType, name: string) => Saved;
  rename: (category: CategoryRow, name: string) => Saved;
  remove: (category: CategoryRow) => Promise<void>;
}

/** What a user does to categories, with its notices. */
export function useCategoryCommands(): CategoryCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(
    () => ({
      add: (type, name) =>
        save({ done: 'Category added', failed: 'Failed to add category' }, () =>
          createCategory(db, actor, { type, name }),
        ),
      rename: ({ id }, name) =>
        save({ done: 'Category updated', failed: 'Failed to update category' }, () =>
          renameCategory(db, actor, { id, name }),
        ),
      remove: async ({ id }) => {
        const failed = 'Failed to delete category';
        try {
          const deleted = await deleteCategory(db, actor, { id });
          if (deleted.ok) notify({ title: 'Category deleted', tone: 'success' });
          else if (deleted.errors.form === 'in_use') notifyInUse();
          else notify({ title: failed, description: problemText(deleted.errors.form ?? 'not_found'), tone: 'error' });
        } catch (error) {
          notify({ title: failed, description: messageOf(error), tone: 'error' });
        }
      },
    }),
    [db, actor],
  );
}

/** Says that a budget uses the category, so that it stays. */
export function notifyInUse(): void {
  const description = 'This category is being used in one or more budgets.';
  notify({ title: 'Cannot delete category', description, tone: 'error' });
}

async function save<Value>(
  titles: { done: string; failed: string },
  command: () => Promise<Outcome<Value, 'name', CategoryProblem>>,
): Saved {
  try {
    const outcome = await command();
    if (outcome.ok) {
      notify({ title: titles.done, tone: 'success' });
      return null;
    }
    const problem = outcome.errors.name ?? outcome.errors.form ?? 'not_found';
    const description = problemText(problem);
    notify({
      title: problem === 'empty' ? NAME_REQUIRED.title : titles.failed,
      description,
      tone: 'error',
      correctable: true,
    });
    return description;
  } catch (error) {
    const description = messageOf(error);
    notify({ title: titles.failed, description, tone: 'error' });
    return description;
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error && error.message) || 'This device could not save it.';
}
