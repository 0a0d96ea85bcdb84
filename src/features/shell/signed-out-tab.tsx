import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/welcome';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { ChartPieIcon, TargetIcon, WalletIcon } from '#ui/icons';
import { rememberAddress } from '../auth/next-place.ts';
import type { MainTab } from './main-tab.ts';
import { Welcome } from './welcome.tsx';

const prompts = {
  accounts: { text: texts.ACCOUNTS_PROMPT, icon: <WalletIcon /> },
  budgets: { text: texts.BUDGETS_PROMPT, icon: <TargetIcon /> },
  reports: { text: texts.REPORTS_PROMPT, icon: <ChartPieIcon /> },
};

/** An entry that the address asks for; its text is another app's. */
export interface AskedEntry {
  isShared: boolean;
}

/** What visitors see of the main page. */
export function SignedOutTab({ tab, entry }: { tab: MainTab; entry: AskedEntry | undefined }) {
  return (
    <>
      {entry && <EntryToAdd {...entry} />}
      {tab === 'dashboard' ? <Welcome /> : <Prompt tab={tab} />}
    </>
  );
}

/** What another app shared, or a shortcut asked for, opens after the log-in. Anybody can write a text into a link, so it is not shown. */
function EntryToAdd({ isShared }: AskedEntry) {
  const router = useRouter();
  useEffect(() => rememberAddress(router.latestLocation.href), [router]);
  if (!isShared) return null;
  return (
    <Alert tone="info" title={texts.SHARED_TEXT_TITLE}>
      {texts.SHARED_TEXT}
    </Alert>
  );
}

function Prompt({ tab }: { tab: Exclude<MainTab, 'dashboard'> }) {
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
