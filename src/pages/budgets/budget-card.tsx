import { chakra } from '@chakra-ui/react';
import type { BudgetProgress } from '#domain/books/budgets';
import type { BudgetView } from '#store/queries/budgets';
import { Card } from '#ui/card';
import { BudgetStanding } from './budget-standing.tsx';
import { coverageTexts } from './coverage-text.ts';

/** A budget at a glance. A click anywhere on the card opens its details. */
export function BudgetCard(props: { view: BudgetView; progress: BudgetProgress | undefined; onOpen: () => void }) {
  const { view, progress, onOpen } = props;
  const { name } = view.budget;
  const [category, account] = coverageTexts(view);
  return (
    <Card
      asChild
      position="relative"
      height="full"
      _hover={{ borderColor: 'line.control' }}
      transition="border-color 120ms"
    >
      <article>
        <chakra.h3 fontSize="md">
          <chakra.button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            textAlign="start"
            fontWeight="semibold"
            cursor="pointer"
            overflowWrap="anywhere"
            _after={{ content: '""', position: 'absolute', inset: 0, borderRadius: 'lg' }}
          >
            {name}
          </chakra.button>
        </chakra.h3>
        <chakra.p mt="1">{category}</chakra.p>
        <chakra.p color="fg.muted" fontSize="xs" mb="4" overflowWrap="anywhere">
          {account}
        </chakra.p>
        {progress && <BudgetStanding view={view} brief progress={progress} />}
      </article>
    </Card>
  );
}
