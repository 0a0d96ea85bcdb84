import type { BudgetProgress } from '#domain/books/budgets';
import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { BudgetDetails } from './budget-details.tsx';
import { ContributeButton } from './contribute-button.tsx';

const LATEST = 3;

/** The details of a budget, with its three latest transactions. It is mounted while it is open. */
export function BudgetDialog(props: {
  view: BudgetView;
  isGone: boolean;
  progress: BudgetProgress | undefined;
  onContribute: () => void;
  onExpand: () => void;
  onClose: () => void;
}) {
  const { view, isGone, progress, onContribute, onExpand, onClose } = props;
  return (
    <Dialog
      open
      size="lg"
      title={view.budget.name}
      onClose={onClose}
      footer={
        <>
          {!isGone && <ContributeButton view={view} onContribute={onContribute} />}
          {!isGone && <Button onClick={onExpand}>{texts.SHOW_DETAILS}</Button>}
        </>
      }
    >
      <BudgetDetails view={view} isGone={isGone} progress={progress} latest={LATEST} />
    </Dialog>
  );
}
