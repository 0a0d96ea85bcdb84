import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/books/budgets';
import { BudgetList } from './budget-list.tsx';
import { CreateBudgetForm } from './create-budget-form.tsx';
import { useBudgets } from './use-budgets.ts';

/** Settings, Budget: makes and edits budgets. `budgetId` is the budget to open for editing. */
export function BudgetSettings({ budgetId }: { budgetId?: string | undefined }) {
  const budgets = useBudgets('settings');
  return (
    <chakra.div display="flex" flexDirection="column" gap="5">
      <chakra.h2 fontSize="md">{texts.SETTINGS_TITLE}</chakra.h2>
      <CreateBudgetForm />
      {budgets && <BudgetList budgets={budgets} budgetId={budgetId} />}
    </chakra.div>
  );
}
