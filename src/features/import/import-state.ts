/** Whether the import is open in this tab, for which account, and with which files. */
import { create } from 'zustand';

export interface ImportRequest {
  /** The account from whose page it was opened; null elsewhere. */
  accountId: string | null;
  /** What was dropped; nothing when the user has still to choose. */
  files: readonly File[];
}

interface ImportState {
  request: ImportRequest | null;
  open: (request?: Partial<ImportRequest>) => void;
  close: () => void;
}

export const useImport = create<ImportState>()((set) => ({
  request: null,
  open: (request) => set({ request: { accountId: null, files: [], ...request } }),
  close: () => set({ request: null }),
}));
