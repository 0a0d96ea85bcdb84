import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { withoutTokens } from '#domain/transactions/filter-parts';
import { useActiveAccount } from '../../session/accounts/use-active-account.ts';
import { toMainTab } from '../addresses/main-tab.ts';

/** The value of `account` in the address of the dashboard that means all of them. It is no account's id. */
export const ALL = 'all';

interface AccountPlace {
  /** The account that the screen shows, or `ALL`; null for a screen that is about none. */
  current: string | null;
  onDashboard: boolean;
  /** Leads to an account: on the dashboard it becomes the active one, elsewhere its page opens. `ALL` leads to all. */
  go: (accountId: string) => void;
}

/** Where the screen stands among the accounts, and the way to another one. */
export function useAccountPlace(): AccountPlace {
  const { onDashboard, all, opened } = useLocation({
    select: ({ pathname, search }) => ({
      onDashboard: pathname === '/' && toMainTab('tab' in search ? search.tab : undefined) === 'dashboard',
      all: 'account' in search && search.account === ALL,
      opened: /^\/account\/([^/]+)$/.exec(pathname)?.[1] ?? null,
    }),
    structuralSharing: true,
  });
  const known = useActiveAccount();
  const navigate = useNavigate();
  const select = known?.select;
  const go = useCallback(
    (accountId: string) => {
      const all = accountId === ALL && ({ account: ALL } as const);
      if (!onDashboard && all) return void navigate({ to: '/', search: all });
      if (!onDashboard) return void navigate({ to: '/account/$accountId', params: { accountId } });
      if (!all) select?.(accountId);
      // The filter stays, but not an account that it names.
      const kept = (filter = '') => withoutTokens(filter, 'account') || undefined;
      void navigate({ to: '/', search: ({ filter }) => ({ ...all, filter: kept(filter) }) });
    },
    [navigate, onDashboard, select],
  );
  const shown = all ? ALL : (known?.active?.account.id ?? null);
  return { current: onDashboard ? shown : opened, onDashboard, go };
}
