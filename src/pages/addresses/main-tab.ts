import * as texts from '#texts/pages/shell';
import * as terms from '#texts/terms';

/** The four tabs of the main page that stand on every screen. */
export const BAR_TABS = ['dashboard', 'accounts', 'budgets', 'reports'] as const;

/** All tabs of the main page, in the address as `?tab=`. The list of accounts and the palette lead to the others. */
export const MAIN_TABS = [...BAR_TABS, 'upcoming'] as const;

export type BarTab = (typeof BAR_TABS)[number];
export type MainTab = (typeof MAIN_TABS)[number];

/** The tabs' names on the screens. */
export const MAIN_TAB_NAMES: Readonly<Record<MainTab, string>> = {
  dashboard: terms.DASHBOARD,
  accounts: terms.ACCOUNTS,
  budgets: terms.BUDGETS,
  reports: texts.REPORTS,
  upcoming: texts.UPCOMING,
};

/** The tab in the address; the dashboard for any other value. */
export function toMainTab(value: unknown): MainTab {
  return MAIN_TABS.find((tab) => tab === value) ?? 'dashboard';
}
