import type { BudgetRow } from '#domain/rows';
import * as texts from '#texts/books/budgets';
import { InvitedPeople } from '../../features/sharing/invited-people.tsx';

/** Who is invited to a budget, and whether they have joined. */
export function InvitedList({ budget }: { budget: BudgetRow }) {
  return (
    <InvitedPeople
      target={{ accountId: budget.accountId, budgetId: budget.id }}
      name={budget.name}
      empty={texts.NO_INVITED_USERS}
    />
  );
}
