import { useState } from 'react';
import type { BudgetView } from '#store/queries/budgets';

interface Opened {
  /** As it stands, or as it stood when it went; null while none is open. */
  view: BudgetView | null;
  /** It was deleted, or is not shared any more. */
  isGone: boolean;
  open: (view: BudgetView | null) => void;
  close: () => void;
}

/** One of the budgets, opened: it stays so though it goes, for what somebody reads or fills in must not vanish under them. */
export function useOpenedBudget(budgets: readonly BudgetView[]): Opened {
  const [last, setLast] = useState<BudgetView | null>(null);
  const known = last && budgets.find(({ budget }) => budget.id === last.budget.id);
  if (known && known !== last) setLast(known);
  return { view: known ?? last, isGone: last !== null && !known, open: setLast, close: () => setLast(null) };
}
