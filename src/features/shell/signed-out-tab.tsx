import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { TransactionType } from '#domain/rows';
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
  add: TransactionType;
  text: string | undefined;
}

/** What visitors see of the main page. */
export function SignedOutTab({ tab, entry }: { tab: MainTab; entry: AskedEntry | undefined }) {
  return (
    <>
      {entry && <EntryToAdd tab={tab} {...entry} />}
      {tab === 'dashboard' ? <Welcome /> : <Prompt tab={tab} />}
    </>
  );
}

/**
 * What another app shared, or a shortcut asked for, opens after the log-in. Anybody can write a text into a link, so it is not
 * shown. Where the router is on its way to by now does not matter: the visitor may be at the log-in already.
 */
function EntryToAdd({ tab, add, text }: AskedEntry & { tab: MainTab }) {
  const router = useRouter();
  useEffect(() => {
    const search = { tab: tab === 'dashboard' ? undefined : tab, add, text };
    rememberAddress(router.buildLocation({ to: '/', search }).href);
  }, [router, tab, add, text]);
  if (text === undefined) return null;
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
