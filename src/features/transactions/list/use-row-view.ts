import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { canChange } from '#domain/roles';
import type { Role, TransactionRow } from '#domain/rows';
import { readBudgetRoles } from '#store/database/budget-roles';
import type { AccountView } from '../../accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../session/session.tsx';
import type { RowView } from './row-view.ts';
import { useDeleteTransaction } from './use-delete-transaction.ts';
import type { RowFocus } from './use-row-focus.ts';

const NO_ROLES: ReadonlyMap<string, Role> = new Map();

/** What the user may do with the rows of these accounts. The focus follows the actions. */
export function useRowView(
  accounts: readonly AccountView[],
  edit: (row: TransactionRow) => void,
  focus: RowFocus,
): RowView {
  const db = useDatabase();
  const { userId } = useActor();
  const budgetRoles = useLiveQuery(() => readBudgetRoles(db), [db], NO_ROLES);
  const remove = useDeleteTransaction(focus.returning);
  return useMemo(() => {
    const byId = new Map(accounts.map((view) => [view.account.id, view]));
    return {
      accountName: ({ accountId }) => byId.get(accountId)?.account.name ?? '',
      mayChange: (row) => {
        const account = byId.get(row.accountId);
        // Who has only a budget changes contributions there.
        if (!account) return false;
        const budget = row.budgetId === null ? null : (budgetRoles.get(row.budgetId) ?? null);
        return canChange({ account: account.role, budget }, row, userId);
      },
      edit,
      remove: (row) => {
        focus.leaving(row);
        void remove(row);
      },
    };
  }, [accounts, edit, budgetRoles, userId, remove, focus]);
}
