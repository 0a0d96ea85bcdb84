import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { canChange } from '#domain/roles';
import type { Role, TransactionRow } from '#domain/rows';
import { readBudgetRoles } from '#store/database/budget-roles';
import { useActor, useDatabase } from '../../session/session.tsx';
import type { RowView } from './row-view.ts';
import { useDeleteTransaction } from './use-delete-transaction.ts';
import type { RowFocus } from './use-row-focus.ts';

const NO_ROLES: ReadonlyMap<string, Role> = new Map();

/** What a user with this role may do with the rows of an account. The focus follows the actions. */
export function useRowView(role: Role, edit: (row: TransactionRow) => void, focus: RowFocus): RowView {
  const db = useDatabase();
  const { userId } = useActor();
  const budgetRoles = useLiveQuery(() => readBudgetRoles(db), [db], NO_ROLES);
  const remove = useDeleteTransaction(focus.returning);
  return useMemo(
    () => ({
      mayChange: (row) => {
        const budget = row.budgetId === null ? null : (budgetRoles.get(row.budgetId) ?? null);
        return canChange({ account: role, budget }, row, userId);
      },
      edit,
      remove: (row) => {
        focus.leaving(row);
        void remove(row);
      },
    }),
    [role, edit, budgetRoles, userId, remove, focus],
  );
}
