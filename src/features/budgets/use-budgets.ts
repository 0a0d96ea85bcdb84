import { type BudgetView, listBudgets } from '#store/queries/budgets';
import { useLoaded } from '../categories/use-loaded.ts';
import { useDatabase } from '../session/session.tsx';

const FAILURE = { title: 'Failed to load budgets', description: 'There was an error loading your budgets.' };

/** The budgets on this device, newest first; undefined until they were first read. */
export function useBudgets(): BudgetView[] | undefined {
  const db = useDatabase();
  return useLoaded(() => listBudgets(db), [db], FAILURE);
}
