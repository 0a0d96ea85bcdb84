import { canContribute } from '#domain/sharing/roles';
import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import { Button } from '#ui/button';

/** Opens the contribution to a budget, for users who may contribute. */
export function ContributeButton({ view, onContribute }: { view: BudgetView; onContribute: () => void }) {
  if (!canContribute(view.access, 'income')) return null;
  return (
    <Button variant="outline" onClick={onContribute}>
      {texts.CONTRIBUTE}
    </Button>
  );
}
