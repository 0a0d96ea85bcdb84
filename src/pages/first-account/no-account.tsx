import { chakra } from '@chakra-ui/react';
import { Suspense, useState } from 'react';
import type { InvitationRow } from '#domain/rows';
import * as texts from '#texts/pages/active-account';
import { Card } from '#ui/card';
import { onDemand } from '#ui/on-demand';
import { Skeleton } from '#ui/skeleton';
import { useFirstPull } from '../../session/accounts/use-first-pull.ts';

/** Loaded separately: a user needs it once, and users with accounts never do. */
const FirstAccount = onDemand(async () => ({ default: (await import('./first-account.tsx')).FirstAccount }));

/**
 * Shown on a device without accounts: they may be on their way from the server, or the first one is to be created. A
 * sync that begins late does not remove a form that the user has begun to fill in.
 */
export function NoAccount({ invitations }: { invitations: readonly InvitationRow[] }) {
  const awaited = useFirstPull();
  const [begun, setBegun] = useState(false);
  if (awaited && !begun) return <AwaitedAccounts />;
  return (
    <Suspense>
      <div onInput={() => setBegun(true)}>
        <FirstAccount invitations={invitations} />
      </div>
    </Suspense>
  );
}

/** Shown while a device that never synced asks the server for the user's accounts. */
export function AwaitedAccounts() {
  return (
    <Card role="status" maxWidth="form" width="full" mx="auto" mt={{ base: '2', md: '10' }}>
      <chakra.p fontWeight="medium">{texts.LOOKING_FOR_ACCOUNTS}</chakra.p>
      <Skeleton mt="4" width="70%" />
      <Skeleton mt="2" width="45%" />
    </Card>
  );
}
