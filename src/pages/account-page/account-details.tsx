import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import * as page from '#texts/pages/account-page';
import * as history from '#texts/transactions/history';
import { Button } from '#ui/button';
import { dialogOnDemand } from '#ui/on-demand';
import { useHasHistory } from '../../features/history/use-has-history.ts';
import { ImportsCard } from '../../features/import/imports-card.tsx';
import { ReconciliationsCard } from '../../features/reconciling/reconciliations-card.tsx';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { AccountPeople } from './account-people.tsx';

const ActivityDialog = dialogOnDemand(() => import('../../features/history/activity-dialog.tsx'));

/** What stands around an account's register: its people, what agrees with the bank, imports, and what happened. */
export function AccountDetails({ id, view }: { id: string; view: AccountView }) {
  const { account } = view;
  const hasHistory = useHasHistory();
  const [listing, setListing] = useState(false);
  return (
    <chakra.section id={id} aria-label={page.DETAILS} display="flex" flexDirection="column" gap="4" minWidth="0">
      <AccountPeople account={account} />
      <ReconciliationsCard view={view} />
      <ImportsCard view={view} />
      {hasHistory && (
        <Button variant="outline" onClick={() => setListing(true)}>
          {history.ACTIVITY}
        </Button>
      )}
      {listing && (
        <Suspense>
          <ActivityDialog account={account} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </chakra.section>
  );
}
