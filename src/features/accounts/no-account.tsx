import { chakra } from '@chakra-ui/react';
import { Suspense } from 'react';
import * as texts from '#texts/accounts';
import { Card } from '#ui/card';
import { onDemand } from '#ui/on-demand';
import { Skeleton } from '#ui/skeleton';
import { useFirstPull } from './use-first-pull.ts';

/** Needed once in a user's life, and not by those who have accounts. */
const FirstAccount = onDemand(async () => ({ default: (await import('./first-account.tsx')).FirstAccount }));

/** A device without accounts: they may be on their way from the server, else the first one is to be created. */
export function NoAccount() {
  const awaited = useFirstPull();
  if (awaited) return <AwaitedAccounts />;
  return (
    <Suspense>
      <FirstAccount />
    </Suspense>
  );
}

/** While a device that never synced asks the server for the user's accounts. */
export function AwaitedAccounts() {
  return (
    <Card role="status" maxWidth="form" width="full" mx="auto" mt={{ base: '2', md: '10' }}>
      <chakra.p fontWeight="medium">{texts.LOOKING_FOR_ACCOUNTS}</chakra.p>
      <Skeleton mt="4" width="70%" />
      <Skeleton mt="2" width="45%" />
    </Card>
  );
}
