/** Writes filters: what a link, a chip or a choice puts into the filter of a list. `filter.ts` reads them. */
import type { Period } from './dates.ts';
import { withoutTokens } from './filter.ts';
import type { TransactionType } from './rows.ts';

/** What has a name that others may have, too. */
export interface Named {
  id: string;
  name: string;
}

/** What a number on a screen counts. Of no accounts and no budgets, the list's own account is meant. */
export interface Counted {
  accounts?: Written;
  budgets?: Written;
  type?: TransactionType | undefined;
  /** Names of categories, of which one has to hold; none means all. */
  categories?: Iterable<string>;
  period?: Period;
}

/** All of a kind, or one of those that there are. */
export type Written = 'all' | { one: Named; among: readonly Named[] };

/** The filter that finds exactly what was counted. */
export function writeFilter({ accounts, budgets, type, categories = [], period }: Counted): string {
  const words = [
    accounts && nameWord('account', accounts),
    budgets && nameWord('budget', budgets),
    type && `type:${type}`,
    ...[...categories].map((name) => `category:=${quoted(name)}`),
    period && `from:${period.from} to:${period.to}`,
  ];
  return words.filter(Boolean).join(' ');
}

/** The typed filter over these accounts, or over those of its list. */
export function searchedIn(typed: string, accounts: Written | null): string {
  return [accounts && nameWord('account', accounts), withoutTokens(typed, 'account')].filter(Boolean).join(' ');
}

/** Of several with one name, the id says which is meant. */
function nameWord(kind: 'account' | 'budget', written: Written): string {
  if (written === 'all') return `${kind}:*`;
  const { one, among } = written;
  const isOnly = among.filter(({ name }) => name === one.name).length === 1;
  return `${kind}:=${isOnly ? quoted(one.name) : one.id}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
