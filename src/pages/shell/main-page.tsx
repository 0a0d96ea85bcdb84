import { onDemand } from '#ui/on-demand';
import { useHasData } from '../../session/session.ts';
import type { MainTab } from '../addresses/main-tab.ts';
import type { AskedEntry } from './signed-out-tab.tsx';

const SignedOutTab = onDemand(async () => ({ default: (await import('./signed-out-tab.tsx')).SignedOutTab }));
const DashboardTab = onDemand(async () => ({ default: (await import('../dashboard/dashboard-tab.tsx')).DashboardTab }));
const AccountsTab = onDemand(async () => ({ default: (await import('../accounts/accounts-tab.tsx')).AccountsTab }));
const BudgetsTab = onDemand(async () => ({ default: (await import('../budgets/budgets-tab.tsx')).BudgetsTab }));
const ReportsTab = onDemand(async () => ({ default: (await import('../reports/reports-tab.tsx')).ReportsTab }));

/** The tab that the address names. Until it is loaded, the whole page shows that it is loading. */
export function MainPage({ tab, entry }: { tab: MainTab; entry: AskedEntry | undefined }) {
  return useHasData() ? <SignedInTab tab={tab} /> : <SignedOutTab tab={tab} entry={entry} />;
}

function SignedInTab({ tab }: { tab: MainTab }) {
  switch (tab) {
    case 'dashboard':
      return <DashboardTab />;
    case 'accounts':
      return <AccountsTab />;
    case 'budgets':
      return <BudgetsTab />;
    case 'reports':
      return <ReportsTab />;
  }
}
