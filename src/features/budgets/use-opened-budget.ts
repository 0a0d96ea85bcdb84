import { useState } from 'react';
import type { BudgetView } from '#store/queries/budgets';

interface Opened {
  /** As it stands, or as it stood when it went; null while none is open. */
  view: BudgetView | null;
  /** The same when it was deleted, or is not shared any more. */
  gone: BudgetView | null;
  open: (view: BudgetView | null) => void;
  close: () => void;
}

/** One of the budgets, opened: it stays so though it goes, for what somebody reads or fills in must not vanish under them. */
export function useOpenedBudget(budgets: readonly BudgetView[]): Opened {
  const [last, setLast] = useState<BudgetView | null>(null);
  const known = last && budgets.find(({ budget }) => budget.id === last.budget.id);
  if (known && known !== last) setLast(known);
  return { view: known ?? last, gone: known ? null : last, open: setLast, close: () => setLast(null) };
}
