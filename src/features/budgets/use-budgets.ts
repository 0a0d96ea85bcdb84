import { type BudgetView, listBudgets } from '#store/queries/budgets';
import * as texts from '#texts/books/budgets';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';

/**
 * The tab shows a fixed text below the title, and the settings show the error's own message (specification, point 8).
 */
const FAILURES = {
  tab: { title: texts.LOAD_FAILED_TITLE, description: texts.LOAD_FAILED },
  settings: { title: texts.LOAD_FAILED_TITLE },
};

/** The budgets on this device, newest first; undefined until the first read. */
export function useBudgets(screen: keyof typeof FAILURES): BudgetView[] | undefined {
  const db = useDatabase();
  return useLoaded(() => listBudgets(db), [db], FAILURES[screen]);
}
