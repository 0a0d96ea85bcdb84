/**
 * Whether the list of accounts stands beside the work. This browser remembers it, so that a page opens with its content
 * in place. Without storage only the memory is lost.
 */
import { create } from 'zustand';

const KEY = 'carryover-side-bar';

interface SideBarState {
  /** Null where nobody with accounts has been here. */
  place: 'open' | 'folded' | null;
  set: (place: 'open' | 'folded') => void;
}

function recall(): SideBarState['place'] {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'open' || kept === 'folded' ? kept : null;
  } catch {
    return null;
  }
}

export const useSideBar = create<SideBarState>()((set) => ({
  place: recall(),
  set: (place) => {
    try {
      localStorage.setItem(KEY, place);
    } catch {
      // It lasts until the page is closed.
    }
    set({ place });
  },
}));
