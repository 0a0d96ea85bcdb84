import { useCallback } from 'react';
import type { CategoryRow } from '#domain/rows';
import { readActions } from '#store/actions/actions';
import { mergeCategories } from '#store/commands/categories/category-merge';
import * as listTexts from '#texts/books/categories';
import * as texts from '#texts/books/category-merge';
import * as failures from '#texts/failures';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { offerUndo } from '../undo/offer-undo.ts';
import { useUndo } from '../undo/use-undo.ts';

const FAILURE = { title: failures.CATEGORY_UPDATE, description: listTexts.NOT_SAVED };

/** Merges a category into another one, and offers Undo. Returns whether it was done. */
export function useMergeCategories(): (category: CategoryRow, into: CategoryRow) => Promise<boolean> {
  const db = useDatabase();
  const actor = useActor();
  const undo = useUndo();
  return useCallback(
    async (category, into) => {
      const merged = await orToast(FAILURE, () => mergeCategories(db, actor, { id: category.id, into: into.id }));
      if (!merged) return false;
      const told = { title: texts.MERGED_TITLE, description: texts.merged(category.name, into.name) };
      offerUndo(db, merged.actionId, told, () => {
        const action = readActions(db).find(({ id }) => id === merged.actionId);
        if (action) void undo(action);
      });
      return true;
    },
    [db, actor, undo],
  );
}
