import type { Period } from '#domain/dates/dates';
import type { CategoryFilter } from '#domain/reports/report';
import type { CategoryGroups } from '#domain/reports/report-groups';
import { type Counted, type Written, wholeName } from '#domain/transactions/written-filter';
import type { Database } from '#store/database/database';
import { listAccounts } from '#store/queries/accounts/accounts';
import { listBudgets } from '#store/queries/budgets';
import { readCategoryGroups } from '#store/queries/categories/category-groups';
import { type ReportLines, type ReportScope, readWholeTime } from '#store/queries/reports';
import * as failures from '#texts/failures';
import * as texts from '#texts/pages/reports';
import * as terms from '#texts/terms';
import { useDatabase } from '../../session/session.ts';
import { useLoaded } from '../../session/use-loaded.ts';

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

/** What every report needs: the accounts and budgets to choose from, and the headings of categories. */
export interface ReportBasis {
  targets: ReportTargets;
  groups: CategoryGroups;
  /** All that there is; null for nothing. */
  wholeTime: Period | null;
}

/** Undefined until the first read. */
export function useReportBasis(): ReportBasis | undefined {
  const db = useDatabase();
  return useLoaded(() => readBasis(db), [db], FAILURE);
}

async function readBasis(db: Database): Promise<ReportBasis> {
  const [accounts, budgets, groups, wholeTime] = await Promise.all([
    listAccounts(db),
    listBudgets(db),
    readCategoryGroups(db),
    readWholeTime(db),
  ]);
  const account = accounts.map(({ account: { id, name } }) => ({ id, name }));
  const budget = budgets.map(({ budget: { id, name } }) => ({ id, name }));
  return { targets: { account, budget }, groups, wholeTime };
}

/** The scope in words, as the screen and the file name it: `All accounts`, `Budget: Eating`. */
export function scopeName({ kind, id }: ReportScope, targets: ReportTargets): string {
  const target = targets[kind].find((one) => one.id === id);
  if (!target) return ALL_LABELS[kind];
  return kind === 'account' ? texts.ofAccount(target.name) : texts.ofBudget(target.name);
}

/** Who has a budget of somebody else and no account has nothing to count by account. */
export const hasBothKinds = ({ account, budget }: ReportTargets): boolean => account.length > 0 || budget.length === 0;

/** The scope to use: all, when the chosen account or budget is gone, or there can be none of the kind. */
export function standingScope(scope: ReportScope, targets: ReportTargets): ReportScope {
  const { kind, id } = scope;
  if (kind === 'account' && !hasBothKinds(targets)) return { kind: 'budget', id: null };
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
