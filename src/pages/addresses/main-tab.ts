import * as texts from '#texts/pages/shell';
import * as terms from '#texts/terms';

/** The four tabs of the main page, in the address as `?tab=`. */
export const MAIN_TABS = ['dashboard', 'accounts', 'budgets', 'reports'] as const;

export type MainTab = (typeof MAIN_TABS)[number];

/** The tabs' names on the screens. */
export const MAIN_TAB_NAMES: Readonly<Record<MainTab, string>> = {
  dashboard: terms.DASHBOARD,
  accounts: terms.ACCOUNTS,
  budgets: terms.BUDGETS,
  reports: texts.REPORTS,
};

/** The tab in the address; the dashboard for any other value. */
export function toMainTab(value: unknown): MainTab {
  return MAIN_TABS.find((tab) => tab === value) ?? 'dashboard';
}
