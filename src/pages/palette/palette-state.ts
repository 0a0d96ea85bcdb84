/** Which of the palette's two dialogs is open in this tab. */
import { create } from 'zustand';

interface PaletteState {
  open: 'palette' | 'keys' | null;
  show: (what: 'palette' | 'keys' | null) => void;
}

export const usePalette = create<PaletteState>()((set) => ({ open: null, show: (open) => set({ open }) }));
