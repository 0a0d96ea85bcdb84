/** Whether the list of recent changes is open in this tab. */
import { create } from 'zustand';

interface RecentChangesState {
  open: boolean;
  show: () => void;
  close: () => void;
}

export const useRecentChanges = create<RecentChangesState>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  close: () => set({ open: false }),
}));
