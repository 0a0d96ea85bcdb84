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
  return { accounts, active: activeOf(accounts, accountId), select };
}

/** The active one of these accounts; null without accounts. `rememberedId`: of this browser. */
export function activeOf(accounts: readonly AccountView[], rememberedId: string | null): AccountView | null {
  const active = resolveActiveAccount(
    accounts.map(({ account }) => account),
    rememberedId,
  );
  return accounts.find(({ account }) => account.id === active?.id) ?? null;
}
