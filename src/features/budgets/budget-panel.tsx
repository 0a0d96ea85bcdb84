import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import type { BudgetProgress } from '#domain/budgets';
import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/budgets';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { BudgetDetails } from './budget-details.tsx';
import { ContributeButton } from './contribute-button.tsx';

const LATEST = 10;

/** A budget over the full width under the cards, with its ten latest transactions. It has the focus when it opens. */
export function BudgetPanel(props: {
  view: BudgetView;
  progress: BudgetProgress | undefined;
  onContribute: () => void;
  onClose: () => void;
}) {
  const { view, progress, onContribute, onClose } = props;
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const budgetId = view.budget.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another budget in the same place is a panel that opens
  useEffect(() => {
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'nearest' });
  }, [budgetId]);
  return (
    <Card aria-labelledby={titleId}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3" mb="4">
        <chakra.h2 id={titleId} ref={title} tabIndex={-1} fontSize="lg" overflowWrap="anywhere" scrollMarginTop="20">
          {view.budget.name}
        </chakra.h2>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          <ContributeButton view={view} onContribute={onContribute} />
          <Button variant="ghost" onClick={onClose}>
            {texts.HIDE_DETAILS}
          </Button>
        </chakra.div>
      </chakra.div>
      <BudgetDetails view={view} progress={progress} latest={LATEST} wide />
    </Card>
  );
}
