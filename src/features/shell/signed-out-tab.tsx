import { Link } from '@tanstack/react-router';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon, TargetIcon, WalletIcon } from '#ui/icons';
import type { MainTab } from './main-tab.ts';
import { Welcome } from './welcome.tsx';

const prompts = {
  accounts: { text: 'Please log in to view your accounts.', icon: <WalletIcon /> },
  budgets: { text: 'Please log in to view your budgets.', icon: <TargetIcon /> },
  reports: { text: 'Please log in to view your financial reports.', icon: <ChartPieIcon /> },
};

/** What visitors see of the main page. */
export function SignedOutTab({ tab }: { tab: MainTab }) {
  if (tab === 'dashboard') return <Welcome />;
  const { text, icon } = prompts[tab];
  return (
    <EmptyState
      icon={icon}
      title={text}
      action={
        <Button asChild>
          <Link to="/auth">Log in</Link>
        </Button>
      }
    />
  );
}
