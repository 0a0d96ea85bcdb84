import { useState } from 'react';
import type { InvitationRow } from '#domain/rows';
import { useFirstPull } from '../../session/accounts/use-first-pull.ts';
import { AwaitedAccounts } from './awaited-accounts.tsx';
import { FirstAccount } from './first-account.tsx';

/**
 * Shown on a device without accounts: they may be on their way from the server, or the first one is to be created. A
 * sync that begins late does not remove a form that the user has begun to fill in.
 */
export function NoAccount({ invitations }: { invitations: readonly InvitationRow[] }) {
  const awaited = useFirstPull();
  const [begun, setBegun] = useState(false);
  if (awaited && !begun) return <AwaitedAccounts />;
  return (
    <div onInput={() => setBegun(true)}>
      <FirstAccount invitations={invitations} />
    </div>
  );
}
