import { chakra } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { CategoryRow, TransactionType } from '#domain/rows';
import { isCategoryInUse } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/categories';
import * as failures from '#texts/failures';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { EmptyList } from '#ui/empty-list';
import { showToast } from '#ui/toast';
import { useDatabase } from '../session/session.tsx';
import { CategoryItem } from './category-item.tsx';
import { notifyInUse, useCategoryCommands } from './use-category-commands.ts';

/**
 * The categories of one type. A category that a budget uses cannot be deleted. Any other is deleted after the user
 * confirms.
 */
export function CategoryList({ type, categories }: { type: TransactionType; categories: readonly CategoryRow[] }) {
  const db = useDatabase();
  const { remove } = useCategoryCommands();
  const [leaving, setLeaving] = useState<CategoryRow | null>(null);
  const titleId = useId();
  const ofType = categories.filter((category) => category.type === type);

  const ask = async (category: CategoryRow) => {
    try {
      if (await isCategoryInUse(db, category)) notifyInUse();
      else setLeaving(category);
    } catch {
      showToast({ title: failures.ERROR, description: texts.CHECK_FAILED, tone: 'error' });
    }
  };

  return (
    <section aria-labelledby={titleId}>
      <chakra.h3 id={titleId} fontSize="sm" mb="2">
        {texts.LIST_TITLES[type]}
      </chakra.h3>
      {ofType.length === 0 ? (
        <EmptyList title={texts.NONE_FOUND[type]}>{texts.NONE_EXPLANATION[type]}</EmptyList>
      ) : (
        <chakra.ul listStyle="none" aria-labelledby={titleId}>
          {ofType.map((category) => (
            <CategoryItem key={category.id} category={category} onDelete={() => void ask(category)} />
          ))}
        </chakra.ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={actions.deleteQuestion(leaving?.name ?? '')}
        confirmLabel={texts.CONFIRM_DELETE}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) void remove(leaving);
          setLeaving(null);
        }}
      >
        {texts.DELETE_EXPLANATION}
      </ConfirmDialog>
    </section>
  );
}
