/**
 * The account that the screens work in. This browser remembers the choice; point 4 of the specification says when it no
 * longer holds. A remembered account that is gone is not forgotten: when its deletion is undone, it is active again.
 */

import { create } from 'zustand';
import { byCreation } from '#domain/books/accounts';
import type { AccountRow } from '#domain/rows';

type Remembered = {
  accountId: string | null;
  select: (accountId: string) => void;
};

/** Where the choice is kept. A browser that refuses storage remembers it until the page is closed. */
const memory = { name: 'carryover-active-account', storage: () => localStorage };

function recall(): string | null {
  try {
    return memory.storage().getItem(memory.name);
  } catch {
    return null;
  }
}

function keep(accountId: string | null): void {
  try {
    if (accountId === null) memory.storage().removeItem(memory.name);
    else memory.storage().setItem(memory.name, accountId);
  } catch {
    // Only the memory of the choice is lost.
  }
}

export const useRememberedAccount = create<Remembered>()((set) => ({
  accountId: recall(),
  select: (accountId) => {
    keep(accountId);
    set({ accountId });
  },
}));

/** Leaves no trace of the choice in this browser. */
export function forgetRememberedAccount(): void {
  keep(null);
  useRememberedAccount.setState({ accountId: null });
}

/** From now on the choice is remembered for this tab only, and choices of other tabs do not count. */
export function rememberAccountForTab(name: string): void {
  Object.assign(memory, { name, storage: () => sessionStorage });
  useRememberedAccount.setState({ accountId: recall() });
}

/** The remembered account while it exists; else the first created, if possible not archived. Null without accounts. */
export function resolveActiveAccount(accounts: readonly AccountRow[], rememberedId: string | null): AccountRow | null {
  const remembered = accounts.find((account) => account.id === rememberedId);
  const oldest = [...accounts].sort(byCreation);
  return remembered ?? oldest.find(({ archived }) => !archived) ?? oldest[0] ?? null;
}
