import { useState } from 'react';
import type { BudgetView } from '#store/queries/budgets';

interface Opened {
  /** The budget as it is, or as it was before it disappeared; null while none is open. */
  view: BudgetView | null;
  /** The same budget when it was deleted or is no longer shared. */
  gone: BudgetView | null;
  open: (view: BudgetView | null) => void;
  close: () => void;
}

/** One opened budget. It stays open even when it disappears, so that nothing vanishes while a user reads or types. */
export function useOpenedBudget(budgets: readonly BudgetView[]): Opened {
  const [last, setLast] = useState<BudgetView | null>(null);
  const known = last && budgets.find(({ budget }) => budget.id === last.budget.id);
  if (known && known !== last) setLast(known);
  return { view: known ?? last, gone: known ? null : last, open: setLast, close: () => setLast(null) };
}
