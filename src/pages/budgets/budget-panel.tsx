import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useRef } from 'react';
import type { BudgetProgress } from '#domain/books/budgets';
import type { BudgetView } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import { Button } from '#ui/button';
import { Card } from '#ui/card';
import { BudgetDetails } from './budget-details.tsx';
import { ContributeButton } from './contribute-button.tsx';

const LATEST = 10;

/**
 * A budget over the full width below the cards, with its ten latest transactions. When it opens, it takes the focus and
 * scrolls to below the header. Its rows are read only then, so it is at least as tall as the screen between header and
 * tab bar.
 */
export function BudgetPanel(props: {
  view: BudgetView;
  isGone: boolean;
  progress: BudgetProgress | undefined;
  onContribute: () => void;
  onClose: () => void;
}) {
  const { view, isGone, progress, onContribute, onClose } = props;
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const budgetId = view.budget.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another budget in the same place is a panel that opens
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'start' });
  }, [budgetId]);
  return (
    <chakra.div
      ref={panel}
      minHeight={{ base: 'calc(100dvh - var(--floor) - 5.5rem)', lg: 'calc(100dvh - 8rem)' }}
      scrollMarginTop="calc(env(safe-area-inset-top) + 4.5rem)"
    >
      <Card aria-labelledby={titleId}>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3" mb="4">
          <chakra.h2 id={titleId} ref={title} tabIndex={-1} fontSize="lg" overflowWrap="anywhere">
            {view.budget.name}
          </chakra.h2>
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {!isGone && <ContributeButton view={view} onContribute={onContribute} />}
            <Button variant="ghost" onClick={onClose}>
              {texts.HIDE_DETAILS}
            </Button>
          </chakra.div>
        </chakra.div>
        <BudgetDetails view={view} isGone={isGone} progress={progress} latest={LATEST} wide />
      </Card>
    </chakra.div>
  );
}
