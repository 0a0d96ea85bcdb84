/**
 * Which account the screens work in. The choice is remembered in this browser; the rule for when it no longer holds is
 * the specification's point 4. A remembered account that is gone is not forgotten: when its deletion is undone, it is
 * active again.
 */

import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { byCreation } from '#domain/accounts';
import type { AccountRow } from '#domain/rows';

type Remembered = {
  accountId: string | null;
  select: (accountId: string) => void;
};

export const useRememberedAccount = create<Remembered>()(
  persist(
    (set) => ({
      accountId: null,
      select: (accountId) => set({ accountId }),
    }),
    { name: 'carryover-active-account' },
  ),
);

/** Leaves no trace of the choice in this browser. */
export function forgetRememberedAccount(): void {
  useRememberedAccount.setState({ accountId: null });
  useRememberedAccount.persist.clearStorage();
}

/** From now on the choice is remembered for this tab only, and what was chosen elsewhere does not count. */
export function rememberAccountForTab(name: string): void {
  useRememberedAccount.persist.setOptions({ name, storage: createJSONStorage(() => sessionStorage) });
  useRememberedAccount.setState({ accountId: null });
}

/** The remembered account while it exists, else the oldest by creation, else null. */
export function resolveActiveAccount(accounts: readonly AccountRow[], rememberedId: string | null): AccountRow | null {
  const remembered = accounts.find((account) => account.id === rememberedId);
  return remembered ?? [...accounts].sort(byCreation)[0] ?? null;
}
