import { Link } from '@tanstack/react-router';
import * as actions from '#texts/actions';
import * as texts from '#texts/welcome';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon, TargetIcon, WalletIcon } from '#ui/icons';
import type { MainTab } from './main-tab.ts';
import { Welcome } from './welcome.tsx';

const prompts = {
  accounts: { text: texts.ACCOUNTS_PROMPT, icon: <WalletIcon /> },
  budgets: { text: texts.BUDGETS_PROMPT, icon: <TargetIcon /> },
  reports: { text: texts.REPORTS_PROMPT, icon: <ChartPieIcon /> },
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
          <Link to="/auth">{actions.LOG_IN}</Link>
        </Button>
      }
    />
  );
}
