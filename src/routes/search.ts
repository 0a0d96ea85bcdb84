/** What the app understands of an address's query; anything else is dropped. */
import { NEXT_PLACES, type NextPlace } from '../features/auth/next-place.ts';
import { MAIN_TABS, type MainTab } from '../features/shell/main-tab.ts';

type Raw = Record<string, unknown>;

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((known) => known === value);
}

/** The router reads `7` and `true` out of a query as what they look like; ids and codes stay text. */
function text(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** `add` opens quick entry over every page that has the frame; `text` is what it begins with. */
interface FrameSearch {
  add?: 'expense' | 'income' | undefined;
  text?: string | undefined;
}

/** What another app shares comes as `text` alone, and is an expense until somebody says otherwise. */
export function toFrameSearch(raw: Raw): FrameSearch {
  const shared = text(raw.text) || undefined;
  return { add: oneOf(['expense', 'income'], raw.add) ?? (shared ? 'expense' : undefined), text: shared };
}

/** `tab` of the main page. */
interface MainSearch {
  tab?: MainTab | undefined;
}

export function toMainSearch(raw: Raw): MainSearch {
  return { tab: oneOf(MAIN_TABS, raw.tab) };
}

const SETTINGS_TABS = ['categoryManager', 'userAccess', 'budget', 'manageAccess'] as const;

/** `account` and `budget` preselect whom an invitation is for; `budgetId` is the budget to edit. */
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

/** `next` names where a sign-in leads, when that is not the main page. */
interface AuthSearch {
  tab?: 'signup' | undefined;
  next?: NextPlace | undefined;
}

export function toAuthSearch(raw: Raw): AuthSearch {
  return { tab: oneOf(['signup'], raw.tab), next: oneOf(NEXT_PLACES, raw.next) };
}

/** What providers and mails send along. */
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
