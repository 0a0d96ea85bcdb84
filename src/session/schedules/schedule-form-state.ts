/** Whether the form of a schedule is open in this tab, and with what it begins. Lists and dialogs of rows open it. */
import { create } from 'zustand';
import type { ScheduleRow, TransactionRow } from '#domain/rows';

export type ScheduleRequest =
  /** `accountId`: the account that it begins with; null for none. */
  | { kind: 'new'; accountId: string | null }
  /** Makes the entry repeat. `timing`: the rhythm that was found; without it, the form proposes one. */
  | { kind: 'repeat'; entry: TransactionRow; timing?: Pick<ScheduleRow, 'rhythm' | 'weekend' | 'startDate'> }
  /** `other`: the other side of a transfer, if it is here. */
  | { kind: 'edit'; schedule: ScheduleRow; other: ScheduleRow | null };

interface ScheduleFormState {
  request: ScheduleRequest | null;
  open: (request: ScheduleRequest) => void;
  close: () => void;
}

export const useScheduleForm = create<ScheduleFormState>()((set) => ({
  request: null,
  open: (request) => set({ request }),
  close: () => set({ request: null }),
}));
