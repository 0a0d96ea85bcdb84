import { useMemo } from 'react';
import { LONGEST_NAME, type TextProblem } from '#domain/entered-text';
import type { Outcome } from '#domain/outcome';
import type { CategoryRow, TransactionType } from '#domain/rows';
import { archiveCategory } from '#store/commands/categories/category-archive';
import { createCategory } from '#store/commands/categories/category-create';
import { deleteCategory } from '#store/commands/categories/category-delete';
import { groupCategory } from '#store/commands/categories/category-group';
import { renameCategory } from '#store/commands/categories/category-rename';
import type { CommandProblem } from '#store/commands/commit/commit';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/categories';
import * as failures from '#texts/failures';
import * as problems from '#texts/field-problems';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { failureToast } from '../../session/toasts/failure-toast.ts';

type CategoryProblem = TextProblem | 'duplicate' | CommandProblem;

/** The message at a refused name, and in the toast about it (specification, point 8). */
const PROBLEMS: Record<CategoryProblem, string> = {
  empty: problems.NO_CATEGORY_NAME,
  too_long: problems.tooLong(LONGEST_NAME),
  duplicate: texts.DUPLICATE,
  forbidden: failures.ROLE,
  not_found: failures.GONE,
};

/** Null after success; otherwise the message at the name, and a toast is shown. */
type Saved = Promise<string | null>;

interface CategoryCommands {
  add: (type: TransactionType, name: string) => Saved;
  rename: (category: CategoryRow, name: string) => Saved;
  group: (category: CategoryRow, group: string) => Saved;
  archive: (category: CategoryRow, archived: boolean) => Promise<void>;
  remove: (category: CategoryRow) => Promise<void>;
}

/** What a user can do to categories; each action shows its toasts. */
export function useCategoryCommands(): CategoryCommands {
  const db = useDatabase();
  const actor = useActor();
  return useMemo(
    () => ({
      add: (type, name) =>
        save({ done: texts.ADDED_TITLE, failed: failures.CATEGORY_ADD }, () =>
          createCategory(db, actor, { type, name }),
        ),
      rename: ({ id }, name) =>
        save({ done: texts.UPDATED_TITLE, failed: failures.CATEGORY_UPDATE }, () =>
          renameCategory(db, actor, { id, name }),
        ),
      group: ({ id }, group) =>
        save({ done: texts.UPDATED_TITLE, failed: failures.CATEGORY_UPDATE }, () =>
          groupCategory(db, actor, { id, group }),
        ),
      archive: async ({ id }, archived) => {
        const archive = (to: boolean) => archiveCategory(db, actor, { id, archived: to });
        const undo = () =>
          void save({ done: texts.UPDATED_TITLE, failed: failures.CATEGORY_UPDATE }, () => archive(!archived));
        const done = archived ? texts.ARCHIVED_TITLE : texts.UNARCHIVED_TITLE;
        await save(
          { done, failed: failures.CATEGORY_UPDATE, ...(archived && { more: texts.ARCHIVED_DESCRIPTION }), undo },
          () => archive(archived),
        );
      },
      remove: async ({ id }) => {
        const failed = failures.CATEGORY_DELETE;
        try {
          const deleted = await deleteCategory(db, actor, { id });
          if (deleted.ok) showToast({ title: texts.DELETED_TITLE, tone: 'success' });
          else if (deleted.errors.form === 'in_use') notifyInUse();
          else showToast({ title: failed, description: PROBLEMS[deleted.errors.form ?? 'not_found'], tone: 'error' });
        } catch (error) {
          showToast(failureToast(failed, error, texts.NOT_SAVED));
        }
      },
    }),
    [db, actor],
  );
}

/** Tells that a budget uses the category, so it cannot be deleted. */
export function notifyInUse(): void {
  showToast({ title: failures.CANNOT_DELETE_CATEGORY, description: failures.CATEGORY_IN_USE, tone: 'error' });
}

async function save<Value>(
  titles: { done: string; failed: string; more?: string; undo?: () => void },
  command: () => Promise<Outcome<Value, 'name' | 'group', CategoryProblem>>,
): Saved {
  try {
    const outcome = await command();
    if (outcome.ok) {
      const { undo, more } = titles;
      const action = undo && { label: actions.UNDO, onAction: undo };
      showToast({ title: titles.done, tone: 'success', ...(more && { description: more }), ...(action && { action }) });
      return null;
    }
    const { name, group, form = 'not_found' } = outcome.errors;
    const problem = name ?? group ?? form;
    const description = PROBLEMS[problem];
    showToast({
      title: problem === 'empty' ? texts.NAME_REQUIRED_TITLE : titles.failed,
      description,
      tone: 'error',
      correctable: true,
    });
    return description;
  } catch (error) {
    const toast = failureToast(titles.failed, error, texts.NOT_SAVED);
    showToast(toast);
    return toast.description ?? texts.NOT_SAVED;
  }
}
