import { resolveActiveAccount, useRememberedAccount } from './active-account.ts';
import { type AccountView, useAccounts } from './use-accounts.ts';

type ActiveAccount = {
  accounts: readonly AccountView[];
  /** Null while there are no accounts. */
  active: AccountView | null;
  select: (accountId: string) => void;
};

/** The accounts on this device and the active one; undefined until the first read. */
export function useActiveAccount(): ActiveAccount | undefined {
  const accounts = useAccounts();
  const { accountId, select } = useRememberedAccount();
  if (!accounts) return undefined;
  const rows = accounts.map(({ account }) => account);
  const activeId = resolveActiveAccount(rows, accountId)?.id;
  return { accounts, active: accounts.find(({ account }) => account.id === activeId) ?? null, select };
}
