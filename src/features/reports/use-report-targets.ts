import type { CategoryFilter } from '#domain/report';
import { type Counted, type Written, wholeName } from '#domain/written-filter';
import { listAccounts } from '#store/queries/accounts';
import { listBudgets } from '#store/queries/budgets';
import type { ReportLines, ReportScope } from '#store/queries/reports';
import * as failures from '#texts/failures';
import * as texts from '#texts/reports';
import * as terms from '#texts/terms';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';

export interface Target {
  id: string;
  name: string;
}

/** The possible scopes of a report, by kind. */
export type ReportTargets = Record<ReportScope['kind'], Target[]>;

export const ALL_LABELS: Record<ReportScope['kind'], string> = {
  account: terms.ALL_ACCOUNTS,
  budget: terms.ALL_BUDGETS,
};

const FAILURE = {
  title: failures.ACCOUNT_LOAD,
  description: texts.TARGETS_LOAD_FAILED,
};

/** The accounts and budgets to choose from; undefined until the first read. */
export function useReportTargets(): ReportTargets | undefined {
  const db = useDatabase();
  return useLoaded(
    async () => ({
      account: (await listAccounts(db)).map(({ account: { id, name } }) => ({ id, name })),
      budget: (await listBudgets(db)).map(({ budget: { id, name } }) => ({ id, name })),
    }),
    [db],
    FAILURE,
  );
}

/** The scope in words, as the screen and the file name it: `All accounts`, `Budget: Eating`. */
export function scopeName({ kind, id }: ReportScope, targets: ReportTargets): string {
  const target = targets[kind].find((one) => one.id === id);
  if (!target) return ALL_LABELS[kind];
  return kind === 'account' ? texts.ofAccount(target.name) : texts.ofBudget(target.name);
}

/** The scope to use: all, when the chosen account or budget is gone. */
export function standingScope(scope: ReportScope, targets: ReportTargets): ReportScope {
  const { kind, id } = scope;
  return id === null || targets[kind].some((one) => one.id === id) ? scope : { kind, id: null };
}

/** What the whole report counts, for links to its rows. Null where no screen lists them: without any account. */
export function countedBy(
  { scope, period }: Pick<ReportLines, 'scope' | 'period'>,
  filter: CategoryFilter,
  targets: ReportTargets,
): Counted | null {
  if (targets.account.length === 0) return null;
  const { kind, id } = standingScope(scope, targets);
  const one = targets[kind].find((target) => target.id === id);
  const written: Written = one ? { whole: wholeName(one, targets[kind]) } : 'all';
  return { ...(kind === 'account' ? { accounts: written } : { budgets: written }), categories: filter ?? [], period };
}
