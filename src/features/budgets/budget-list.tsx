import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useRef, useState } from 'react';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/budgets';
import { Card } from '#ui/card';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { EmptyList } from '#ui/empty-list';
import { BudgetLine, BudgetLineEditor } from './budget-line.tsx';
import { useBudgetCommands } from './use-budget-commands.ts';

/**
 * Every budget as a line; one at a time can be edited in its place. `budgetId` opens that budget for editing and
 * scrolls to the list.
 */
export function BudgetList({ budgets, budgetId }: { budgets: readonly BudgetView[]; budgetId: string | undefined }) {
  const { remove } = useBudgetCommands();
  const [editing, setEditing] = useState(budgetId);
  const [leaving, setLeaving] = useState<BudgetView | null>(null);
  const list = useRef<HTMLElement>(null);
  const titleId = useId();

  useEffect(() => {
    setEditing(budgetId);
    if (budgetId !== undefined) list.current?.scrollIntoView({ block: 'start' });
  }, [budgetId]);

  const close = (id: string) => {
    setEditing(undefined);
    // The pencil is back in the next frame; the focus returns to it then.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-edit="${id}"]`)?.focus());
  };

  return (
    <Card ref={list} aria-labelledby={titleId} scrollMarginTop="20">
      <chakra.h3 id={titleId} fontSize="md" mb="2">
        {texts.TITLE}
      </chakra.h3>
      {budgets.length === 0 ? (
        <EmptyList title={texts.NONE_CREATED}>{texts.NONE_CREATED_EXPLANATION}</EmptyList>
      ) : (
        <chakra.ul listStyle="none" aria-labelledby={titleId} css={{ '& > li + li': { borderTopWidth: '1px' } }}>
          {budgets.map((view) => (
            <chakra.li key={view.budget.id} borderColor="line">
              {editing === view.budget.id && view.mayManage ? (
                <BudgetLineEditor view={view} onClose={() => close(view.budget.id)} />
              ) : (
                <BudgetLine view={view} onEdit={() => setEditing(view.budget.id)} onDelete={() => setLeaving(view)} />
              )}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={actions.deleteQuestion(leaving?.budget.name ?? '')}
        confirmLabel={texts.CONFIRM_DELETE}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) void remove(leaving.budget);
          setLeaving(null);
        }}
      >
        {texts.DELETE_EXPLANATION}
      </ConfirmDialog>
    </Card>
  );
}
