import type { HistoryState } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address before this one is the same screen, so Back closes what opened over it. */
    opensOver?: boolean;
  }
}

/** The address of the same screen with quick entry open. */
export function toAdd<Search extends object>(search: Search): Search & { add: 'expense' } {
  return { ...search, add: 'expense' };
}

/** How to go there, so that closing it leaves no second address of the screen, and the screen stays where it is. */
export const OVER = {
  state: (state: HistoryState): HistoryState => ({ ...state, opensOver: true }),
  resetScroll: false,
} as const;
