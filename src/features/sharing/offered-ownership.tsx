import { Suspense } from 'react';
import type { AccountView } from '#store/queries/accounts/accounts';
import { extraOnDemand } from '#ui/on-demand';
import { useActor, useSession } from '../../session/session.ts';

const OfferAlert = extraOnDemand(() => import('../sign-in-settings/offer-alert.tsx'));

/**
 * Tells a member that an account is offered to them. The server is asked only where one of these accounts belongs to
 * somebody else: nobody else can get an offer. The demo has no server.
 */
export function OfferedOwnership({ accounts }: { accounts: readonly AccountView[] }) {
  const { demo = false } = useSession();
  const { userId } = useActor();
  if (demo || accounts.every(({ account }) => account.ownerId === userId)) return null;
  return (
    <Suspense>
      <OfferAlert />
    </Suspense>
  );
}
