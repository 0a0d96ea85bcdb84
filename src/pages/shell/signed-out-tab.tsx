import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { TransactionType } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/pages/welcome';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { EmptyState } from '#ui/empty-state';
import { CalendarClockIcon, ChartPieIcon, TargetIcon, WalletIcon } from '#ui/icons';
import type { MainTab } from '../addresses/main-tab.ts';
import { rememberAddress } from '../addresses/next-place.ts';
import { KeptDataAlert } from '../auth-page/kept-data.tsx';
import { Welcome } from './welcome.tsx';

const prompts = {
  accounts: { text: texts.ACCOUNTS_PROMPT, icon: <WalletIcon /> },
  budgets: { text: texts.BUDGETS_PROMPT, icon: <TargetIcon /> },
  reports: { text: texts.REPORTS_PROMPT, icon: <ChartPieIcon /> },
  upcoming: { text: texts.UPCOMING_PROMPT, icon: <CalendarClockIcon /> },
};

/** A transaction that the address asks for; another app wrote its text. */
export interface AskedEntry {
  add: TransactionType;
  text: string | undefined;
}

/** The main page for visitors. */
export function SignedOutTab({ tab, entry }: { tab: MainTab; entry: AskedEntry | undefined }) {
  return (
    <>
      <KeptDataAlert />
      <FilterForgotten />
      {entry && <EntryToAdd tab={tab} {...entry} />}
      {tab === 'dashboard' ? <Welcome /> : <Prompt tab={tab} />}
    </>
  );
}

/** A filter in the address is what the last user typed. The next one must not find it. */
function FilterForgotten() {
  const { filter } = useSearch({ strict: false });
  const navigate = useNavigate();
  useEffect(() => {
    if (filter === undefined) return;
    const search = <Search extends object>(before: Search) => ({ ...before, filter: undefined });
    void navigate({ to: '.', search, replace: true });
  }, [filter, navigate]);
  return null;
}

/**
 * A text that another app shared, or a shortcut's form, opens after the log-in. Anybody can write a text into a link,
 * so it is not shown here. The address is remembered even when the router is already on its way to the log-in.
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
