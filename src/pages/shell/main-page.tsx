import { onDemand } from '#ui/on-demand';
import { useHasData } from '../../session/session.ts';
import type { MainTab } from '../addresses/main-tab.ts';
import type { AskedEntry } from './signed-out-tab.tsx';

const SignedOutTab = onDemand(async () => ({ default: (await import('./signed-out-tab.tsx')).SignedOutTab }));
const DashboardTab = onDemand(async () => ({ default: (await import('../dashboard/dashboard-tab.tsx')).DashboardTab }));
const AccountsTab = onDemand(async () => ({ default: (await import('../accounts/accounts-tab.tsx')).AccountsTab }));
const BudgetsTab = onDemand(async () => ({ default: (await import('../budgets/budgets-tab.tsx')).BudgetsTab }));
const ReportsTab = onDemand(async () => ({ default: (await import('../reports/reports-tab.tsx')).ReportsTab }));
const UpcomingTab = onDemand(async () => ({ default: (await import('../upcoming/upcoming-tab.tsx')).UpcomingTab }));

const TABS: Record<MainTab | 'signed_out', { preload(): Promise<void> }> = {
  signed_out: SignedOutTab,
  dashboard: DashboardTab,
  accounts: AccountsTab,
  budgets: BudgetsTab,
  reports: ReportsTab,
  upcoming: UpcomingTab,
};

/** Loads the tab of somebody with accounts, or the one that all others see. */
export const preloadTab = (tab: keyof typeof TABS) => TABS[tab].preload();

/** The tab that the address names. Until it is loaded, the whole page shows that it is loading. */
export function MainPage(props: {
  tab: MainTab;
  /** The dashboard shows all accounts. */
  all: boolean;
  entry: AskedEntry | undefined;
}) {
  const { tab, all, entry } = props;
  return useHasData() ? <SignedInTab tab={tab} all={all} /> : <SignedOutTab tab={tab} entry={entry} />;
}

function SignedInTab({ tab, all }: { tab: MainTab; all: boolean }) {
  switch (tab) {
    case 'dashboard':
      return <DashboardTab all={all} />;
    case 'accounts':
      return <AccountsTab />;
    case 'budgets':
      return <BudgetsTab />;
    case 'reports':
      return <ReportsTab />;
    case 'upcoming':
      return <UpcomingTab />;
  }
}
