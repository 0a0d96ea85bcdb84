import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { InvitationRow } from '#domain/rows';
import { onDemand } from '#ui/on-demand';
import { useBudgets } from '../../features/budgets/use-budgets.ts';
import { useFirstPull } from '../../session/accounts/use-first-pull.ts';
import { AwaitedAccounts } from './awaited-accounts.tsx';
import { FirstAccount } from './first-account.tsx';

const BudgetsTab = onDemand(async () => ({ default: (await import('../budgets/budgets-tab.tsx')).BudgetsTab }));

/**
 * Shown on a device without accounts: they may be on their way from the server, or the first one is to be created. Who
 * is a guest of a budget sees that first. A sync that begins late does not remove a form that the user has begun to
 * fill in.
 */
export function NoAccount({ invitations }: { invitations: readonly InvitationRow[] }) {
  const awaited = useFirstPull();
  const budgets = useBudgets('tab');
  const [begun, setBegun] = useState(false);
  if (!budgets) return null;
  if (awaited && !begun && budgets.length === 0) return <AwaitedAccounts />;
  return (
    <chakra.div display="flex" flexDirection="column" gap="6" onInput={() => setBegun(true)}>
      {budgets.length > 0 && <BudgetsTab />}
      <FirstAccount invitations={invitations} isGuest={budgets.length > 0} />
    </chakra.div>
  );
}
