import type { Target } from '#domain/rows';
import { canInvite } from '#domain/sharing/roles';
import type { SelectOption } from '#ui/select-field';
import { useAccounts } from '../../session/accounts/use-accounts.ts';
import { useBudgets } from '../budgets/use-budgets.ts';

/** Undefined until the first read. */
type InviteTargets = Record<Target, SelectOption[] | undefined>;

/** The accounts and budgets that the user may invite others to, by kind. */
export function useInviteTargets(): InviteTargets {
  const accounts = useAccounts();
  const budgets = useBudgets('settings');
  return {
    account: accounts
      ?.filter(({ role }) => canInvite({ account: role, budget: null }))
      .map(({ account }) => ({ value: account.id, label: account.name })),
    budget: budgets
      ?.filter(({ access }) => canInvite(access))
      .map(({ budget }) => ({ value: budget.id, label: budget.name })),
  };
}
