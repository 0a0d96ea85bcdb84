/** The parameters that the app understands in an address's query. It drops all others. */

import { MAIN_TABS, type MainTab } from '../pages/addresses/main-tab.ts';
import { NEXT_PLACES, type NextPlace } from '../pages/addresses/next-place.ts';

type Raw = Record<string, unknown>;

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}

/** No link of ours has a longer value, or more categories. A link of megabytes would keep the page busy for minutes. */
const LONGEST = 10_000;
/** A filter costs the square of its length, because each of its tokens can be taken out. */
const LONGEST_FILTER = 2000;
const MOST_CATEGORIES = 1000;

/** The router turns `7` and `true` in a query into a number and a boolean; ids and codes must stay text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, LONGEST) : undefined;
}

/** `add` opens quick entry over every page with the frame; `text` prefills it. `filter` is that of the page's list. */
interface FrameSearch {
  add?: 'expense' | 'income' | undefined;
  text?: string | undefined;
  filter?: string | undefined;
}

/** Another app's shared content comes as `text` alone. It is an expense until the user says otherwise. */
export function toFrameSearch(raw: Raw): FrameSearch {
  const shared = text(raw.text) || undefined;
  return {
    add: oneOf(['expense', 'income'], raw.add) ?? (shared ? 'expense' : undefined),
    text: shared,
    filter: text(raw.filter)?.slice(0, LONGEST_FILTER) || undefined,
  };
}

/**
 * `tab` of the main page; `account=all` of the dashboard, which shows all accounts instead of the active one. The
 * others say what a report covers: the days `from` and `to`, the account or budget `of`, or all of them, and these
 * categories.
 */
interface MainSearch {
  tab?: MainTab | undefined;
  account?: 'all' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  by?: 'budget' | undefined;
  of?: string | undefined;
  categories?: string[] | undefined;
}

export function toMainSearch(raw: Raw): MainSearch {
  const tab = oneOf(MAIN_TABS, raw.tab);
  if (tab !== 'reports') return { tab, account: oneOf(['all'], raw.account) };
  const { from, to, of, categories } = raw;
  const listed = Array.isArray(categories) ? categories.slice(0, MOST_CATEGORIES) : [];
  const names = listed.flatMap((name) => text(name) ?? []);
  return {
    tab,
    from: text(from),
    to: text(to),
    by: oneOf(['budget'], raw.by),
    of: text(of),
    categories: names.length > 0 ? names : undefined,
  };
}

const SETTINGS_TABS = ['categoryManager', 'userAccess', 'budget', 'manageAccess'] as const;

/** `account` and `budget` preselect the target of an invitation; `budgetId` is the budget to edit. */
interface SettingsSearch {
  tab?: (typeof SETTINGS_TABS)[number] | undefined;
  account?: string | undefined;
  budget?: string | undefined;
  budgetId?: string | undefined;
}

export function toSettingsSearch(raw: Raw): SettingsSearch {
  const { account, budget, budgetId } = raw;
  return { tab: oneOf(SETTINGS_TABS, raw.tab), account: text(account), budget: text(budget), budgetId: text(budgetId) };
}

/** `next` names the place after a sign-in, when that is not the main page. */
interface AuthSearch {
  tab?: 'signup' | undefined;
  next?: NextPlace | undefined;
}

export function toAuthSearch(raw: Raw): AuthSearch {
  return { tab: oneOf(['signup'], raw.tab), next: oneOf(NEXT_PLACES, raw.next) };
}

/** The parameters that providers and mails send. */
interface CallbackSearch {
  code?: string | undefined;
  error?: string | undefined;
  token_hash?: string | undefined;
  type?: string | undefined;
}

export function toCallbackSearch(raw: Raw): CallbackSearch {
  const { code, error, token_hash, type } = raw;
  return { code: text(code), error: text(error), token_hash: text(token_hash), type: text(type) };
}
