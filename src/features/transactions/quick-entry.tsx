import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { can } from '#domain/roles';
import { useActiveAccount } from '../accounts/use-active-account.ts';

const QuickEntryDialog = lazy(() => import('./quick-entry-dialog.tsx'));

/**
 * Opens over the main page while its address says `add=expense` or `add=income`. It offers nothing to a user who may add
 * to no account.
 */
export function QuickEntry() {
  const { tab, add } = useSearch({ from: '/frame/' });
  const navigate = useNavigate();
  const known = useActiveAccount();
  const addable =
    known?.accounts.filter(({ role }) => can(role, 'transaction.add')).map(({ account }) => account) ?? [];
  const activeId = known?.active?.account.id;
  const account = addable.find(({ id }) => id === activeId) ?? addable[0];
  if (!add || !account) return null;
  const close = () => void navigate({ to: '/', search: { tab }, replace: true });
  return (
    <Suspense>
      <QuickEntryDialog accounts={addable} accountId={account.id} type={add} onClose={close} />
    </Suspense>
  );
}
