import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { formatDate } from '#domain/dates/dates';
import { formatSignedAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { canChange } from '#domain/sharing/roles';
import { newestOfBudget } from '#store/queries/budget-state';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/budgets';
import * as terms from '#texts/terms';
import { IconButton } from '#ui/icon-button';
import { PencilIcon } from '#ui/icons';
import { MoneyText } from '#ui/money-text';
import { categoryText } from '../../features/transactions/list/row-category.tsx';
import { useActor, useDatabase } from '../../session/session.ts';
import { EditContributionDialog } from './edit-contribution-dialog.tsx';

/**
 * The latest transactions that a budget covers. Contributions can be edited here, because not every user of the budget
 * has its account.
 */
export function BudgetTransactions({ view, limit }: { view: BudgetView; limit: number }) {
  const db = useDatabase();
  const { userId } = useActor();
  const [editing, setEditing] = useState<TransactionRow | null>(null);
  const rows = useLiveQuery(() => newestOfBudget(db, view, limit), [db, view, limit]);
  if (!rows) return null;
  if (rows.length === 0) return <chakra.p color="fg.muted">{texts.NO_TRANSACTIONS}</chakra.p>;
  const mayEdit = (row: TransactionRow) => row.budgetId === view.budget.id && canChange(view.access, row, userId);
  const someEditable = rows.some(mayEdit);
  return (
    <>
      <chakra.ul
        listStyle="none"
        aria-label={texts.LATEST_TRANSACTIONS}
        css={{ '& > li + li': { borderTopWidth: '1px' } }}
      >
        {rows.map((row) => (
          <chakra.li key={row.id} display="flex" alignItems="center" gap="3" py="2" borderColor="line">
            <chakra.div flex="1" minWidth="0">
              <chakra.p truncate>{row.description || categoryText(row)}</chakra.p>
              <chakra.p color="fg.muted" fontSize="xs" truncate>
                <time dateTime={row.date}>{formatDate(row.date)}</time> · {categoryText(row)} ·{' '}
                {row.userEmail || terms.ANONYMOUS}
              </chakra.p>
            </chakra.div>
            <MoneyText tone={row.type === 'income' ? 'income' : 'neutral'}>{formatSignedAmount(row)}</MoneyText>
            {someEditable && (
              <chakra.span flex="none" width="11" me="-2" my="-1">
                {mayEdit(row) && (
                  <IconButton label={actions.editOf(row.description)} onClick={() => setEditing(row)}>
                    <PencilIcon aria-hidden />
                  </IconButton>
                )}
              </chakra.span>
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      {editing && <EditContributionDialog view={view} row={editing} onClose={() => setEditing(null)} />}
    </>
  );
}
