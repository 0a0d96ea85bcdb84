import { chakra } from '@chakra-ui/react';
import { Suspense, useId, useState } from 'react';
import { groupsOf } from '#domain/books/category-groups';
import { sameName } from '#domain/entered-text';
import type { CategoryRow, TransactionType } from '#domain/rows';
import { isCategoryInUse } from '#store/queries/categories/budgeted-categories';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/categories';
import * as failures from '#texts/failures';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { EmptyList } from '#ui/empty-list';
import { dialogOnDemand } from '#ui/on-demand';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { CategoryItem } from './category-item.tsx';
import { notifyInUse, useCategoryCommands } from './use-category-commands.ts';

const CategoryMergeDialog = dialogOnDemand(() => import('./category-merge-dialog.tsx'));
const CategoryMenuDialog = dialogOnDemand(() => import('./category-menu-dialog.tsx'));

/**
 * The categories of one type by group, and the archived ones folded below. A category that a budget uses cannot be
 * deleted. Any other is deleted after the user confirms.
 */
export function CategoryList({ type, categories }: { type: TransactionType; categories: readonly CategoryRow[] }) {
  const db = useDatabase();
  const { remove } = useCategoryCommands();
  const [leaving, setLeaving] = useState<CategoryRow | null>(null);
  const titleId = useId();
  const [menuId, setMenuId] = useState<string | null>(null);
  const [merging, setMerging] = useState<Merging | null>(null);
  const ofType = categories.filter((category) => category.type === type);
  const archived = ofType.filter((category) => category.archived);
  const menu = ofType.find(({ id }) => id === menuId);

  const ask = async (category: CategoryRow) => {
    try {
      if (await isCategoryInUse(db, category)) notifyInUse();
      else setLeaving(category);
    } catch {
      showToast({ title: failures.ERROR, description: texts.CHECK_FAILED, tone: 'error' });
    }
  };

  const acts = {
    onDelete: (category: CategoryRow) => void ask(category),
    onMenu: setMenuId,
    onMerge: (category: CategoryRow, name: string) => {
      const into = ofType.find((one) => one.id !== category.id && sameName(one.name, name));
      setMerging({ category, into: into?.id ?? '' });
    },
  };
  return (
    <section aria-labelledby={titleId}>
      <chakra.h3 id={titleId} fontSize="sm" mb="2">
        {texts.LIST_TITLES[type]}
      </chakra.h3>
      {ofType.length === 0 ? (
        <EmptyList title={texts.NONE_FOUND[type]}>{texts.NONE_EXPLANATION[type]}</EmptyList>
      ) : (
        groupsOf(ofType.filter(({ archived }) => !archived)).map(({ group, categories: some }) => (
          <Items key={group} title={group ?? texts.LIST_TITLES[type]} hasHeading={group !== null} {...acts}>
            {some}
          </Items>
        ))
      )}
      {archived.length > 0 && (
        <details>
          <chakra.summary py="3" minHeight="11" cursor="pointer" color="fg.muted">
            {texts.archivedCategories(archived.length)}
          </chakra.summary>
          <Items title={texts.archivedCategories(archived.length)} {...acts}>
            {archived}
          </Items>
        </details>
      )}
      {menu && (
        <Suspense>
          <CategoryMenuDialog
            category={menu}
            onMerge={() => {
              setMenuId(null);
              setMerging({ category: menu, into: '' });
            }}
            onClose={() => setMenuId(null)}
          />
        </Suspense>
      )}
      {merging && (
        <Suspense>
          <CategoryMergeDialog {...merging} onClose={() => setMerging(null)} />
        </Suspense>
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

/** A category that is to be merged, and the id of the one that is proposed. */
interface Merging {
  category: CategoryRow;
  into: string;
}

/** Some categories of the list. A group has its name above them. */
function Items(props: {
  title: string;
  hasHeading?: boolean;
  children: readonly CategoryRow[];
  onDelete: (category: CategoryRow) => void;
  onMenu: (id: string) => void;
  onMerge: (category: CategoryRow, name: string) => void;
}) {
  const { title, hasHeading = false, children, onDelete, onMenu, onMerge } = props;
  return (
    <>
      {hasHeading && (
        <chakra.h4 fontSize="xs" color="fg.muted" mt="4" mb="1" overflowWrap="anywhere">
          {title}
        </chakra.h4>
      )}
      <chakra.ul listStyle="none" aria-label={title}>
        {children.map((category) => (
          <CategoryItem
            key={category.id}
            category={category}
            onDelete={() => onDelete(category)}
            onMenu={() => onMenu(category.id)}
            onMerge={(name) => onMerge(category, name)}
          />
        ))}
      </chakra.ul>
    </>
  );
}
