/** Whether registers show what the account held after each row. This browser remembers the choice. */
import { create } from 'zustand';

const KEY = 'carryover-running-balance';

type Choice = { isShown: boolean; toggle: () => void };

export const useRunningBalance = create<Choice>()((set, get) => ({
  isShown: recall(),
  toggle: () => {
    const isShown = !get().isShown;
    keep(isShown);
    set({ isShown });
  },
}));

/** Only a wide screen has room for it. */
export function useWithBalances(wide: boolean): boolean {
  return useRunningBalance(({ isShown }) => isShown) && wide;
}

/** The same, now. */
export const isWithBalances = (wide: boolean) => useRunningBalance.getState().isShown && wide;

function recall(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function keep(isShown: boolean): void {
  try {
    if (isShown) localStorage.setItem(KEY, 'shown');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
