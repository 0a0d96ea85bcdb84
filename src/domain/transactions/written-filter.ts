/** Writes filters: what a link, a chip or a choice puts into the filter of a list. `filter.ts` reads them. */
import type { Period } from '../dates/dates.ts';
import { filterTokens, withoutTokens } from './filter-parts.ts';
import type { TransactionKind } from './natures.ts';

/** What has a name that others may have, too. */
export interface Named {
  id: string;
  name: string;
}

/** What a number on a screen counts. Of no accounts and no budgets, the list's own account is meant. */
export interface Counted {
  accounts?: Written;
  budgets?: Written;
  /** One of these; none means all. */
  types?: readonly TransactionKind[];
  /** Names of categories, of which one has to hold; none means all. */
  categories?: Iterable<string>;
  period?: Period;
}

/** All of a kind, or the one that `wholeName` names. */
export type Written = 'all' | { whole: string };

/** The name of one of those that there are; of several with one name, the id says which is meant. */
export function wholeName(one: Named, among: readonly Named[]): string {
  return among.some(({ id, name }) => name === one.name && id !== one.id) ? one.id : one.name;
}

/** The filter that finds exactly what was counted. */
export function writeFilter({ accounts, budgets, types = [], categories = [], period }: Counted): string {
  const words = [
    accounts && nameWord('account', accounts),
    budgets && nameWord('budget', budgets),
    ...types.map((type) => `type:${type}`),
    ...[...categories].map((name) => `category:=${quoted(name)}`),
    period && `from:${period.from} to:${period.to}`,
  ];
  return words.filter(Boolean).join(' ');
}

/** The typed filter over these accounts, or over those of its list. */
export function searchedIn(typed: string, accounts: Written | null): string {
  return [accounts && nameWord('account', accounts), withoutTokens(typed, 'account')].filter(Boolean).join(' ');
}

/** The typed filter over all accounts, unless it names accounts or budgets itself. */
export function inAllAccounts(typed: string): string {
  const names = filterTokens(typed).some(({ token: { kind } }) => kind === 'account' || kind === 'budget');
  return names ? typed : searchedIn(typed, 'all');
}

function nameWord(kind: 'account' | 'budget', written: Written): string {
  return written === 'all' ? `${kind}:*` : `${kind}:=${quoted(written.whole)}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
