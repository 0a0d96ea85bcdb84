import * as texts from '#texts/shell';
import * as terms from '#texts/terms';

/** The four tabs of the main page, in the address as `?tab=`. */
export const MAIN_TABS = ['dashboard', 'accounts', 'budgets', 'reports'] as const;

export type MainTab = (typeof MAIN_TABS)[number];

/** The tabs as screens name them. */
export const MAIN_TAB_NAMES: Readonly<Record<MainTab, string>> = {
  dashboard: terms.DASHBOARD,
  accounts: terms.ACCOUNTS,
  budgets: terms.BUDGETS,
  reports: texts.REPORTS,
};

/** What the address says, or the dashboard when it says something else. */
export function toMainTab(value: unknown): MainTab {
  return MAIN_TABS.find((tab) => tab === value) ?? 'dashboard';
}
