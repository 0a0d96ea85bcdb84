import type { AccountRow } from '#domain/rows';
import { can } from '#domain/sharing/roles';
import { useActiveAccount } from './use-active-account.ts';

type AddableAccounts = {
  accounts: readonly AccountRow[];
  /** The active account; null where the user may not add to it. No other account is preselected instead. */
  active: AccountRow | null;
  /** Those in which the user may also make budgets. */
  budgetable: readonly AccountRow[];
};

/** The accounts that the user may add transactions to; undefined until the first read. */
export function useAddableAccounts(): AddableAccounts | undefined {
  const known = useActiveAccount();
  if (!known) return undefined;
  const accounts = known.accounts.filter(({ role }) => can(role, 'transaction.add')).map(({ account }) => account);
  const budgetable = known.accounts.filter(({ role }) => can(role, 'budget.manage')).map(({ account }) => account);
  const activeId = known.active?.account.id;
  return { accounts, active: accounts.find(({ id }) => id === activeId) ?? null, budgetable };
}
