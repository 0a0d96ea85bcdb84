import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { Role, TransactionRow } from '#domain/rows';
import { can, canChange, canSetStatus } from '#domain/sharing/roles';
import { readBudgetRoles } from '#store/database/budget-roles';
import type { Database } from '#store/database/database';
import { accountsGivenToOthers } from '#store/queries/sharing/members';
import type { AccountView } from '../../../session/accounts/use-accounts.ts';
import { useActor, useDatabase } from '../../../session/session.ts';
import type { Ask } from '../../reconciling/use-reconciled-question.tsx';
import { useToggleCleared } from '../../reconciling/use-toggle-cleared.ts';
import { deleteBothSides } from '../transfer/delete-transfer.ts';
import type { RowFocus } from '../use-row-focus.ts';
import type { RowView } from './row-view.ts';
import { useDeleteTransaction } from './use-delete-transaction.ts';

const NO_ROLES: ReadonlyMap<string, Role> = new Map();
const NONE: ReadonlySet<string> = new Set();

/** All rows are drawn again when these change, so an empty one stays the one that it was. */
const rolesOf = async (db: Database) => {
  const roles = await readBudgetRoles(db);
  return roles.size === 0 ? NO_ROLES : roles;
};
const givenOf = async (db: Database) => {
  const given = await accountsGivenToOthers(db);
  return given.size === 0 ? NONE : given;
};

/** What the user may do with the rows of these accounts. The focus follows the actions. */
export function useRowView(
  accounts: readonly AccountView[],
  edit: (row: TransactionRow) => void,
  repeat: (row: TransactionRow) => void,
  focus: RowFocus,
  ask: Ask,
): RowView {
  const db = useDatabase();
  const actor = useActor();
  const { userId } = actor;
  const budgetRoles = useLiveQuery(() => rolesOf(db), [db], NO_ROLES);
  const given = useLiveQuery(() => givenOf(db), [db], NONE);
  const remove = useDeleteTransaction(focus.returning);
  const toggleCleared = useToggleCleared();
  return useMemo(() => {
    const byId = new Map(accounts.map((view) => [view.account.id, view]));
    // What one may not delete with its other side is unlinked first, where it is edited.
    const removeTransfer = async (row: TransactionRow) => {
      if (!(await deleteBothSides(db, actor, row, focus))) edit(row);
    };
    const may = (allows: typeof canChange) => (row: TransactionRow) => {
      const account = byId.get(row.accountId);
      // Who has only a budget changes contributions there.
      if (!account) return false;
      const budget = row.budgetId === null ? null : (budgetRoles.get(row.budgetId) ?? null);
      return allows({ account: account.role, budget }, row, userId);
    };
    return {
      accountName: ({ accountId }) => byId.get(accountId)?.account.name ?? '',
      isShared: (row) => row.userId !== userId || given.has(row.accountId) || byId.get(row.accountId)?.role !== 'owner',
      mayChange: may(canChange),
      maySetStatus: may(canSetStatus),
      mayRepeat: ({ nature, accountId }) =>
        nature === 'regular' && can(byId.get(accountId)?.role ?? null, 'transaction.add'),
      edit: (row) => ask(row, 'change', () => edit(row)),
      repeat,
      remove: (row) =>
        ask(row, 'delete', () => {
          if (row.nature === 'transfer') return void removeTransfer(row);
          focus.leaving(row);
          void remove(row);
        }),
      toggleCleared,
    };
  }, [accounts, edit, repeat, budgetRoles, given, db, actor, userId, remove, focus, ask, toggleCleared]);
}
