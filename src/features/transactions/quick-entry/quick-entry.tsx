import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useCallback, useEffect } from 'react';
import { offeredAccounts } from '#domain/books/accounts';
import { readSyncState } from '#store/database/sync-state';
import { dialogOnDemand } from '#ui/on-demand';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import { useDatabase } from '../../../session/session.ts';
import { AddButton } from './add-button.tsx';

const QuickEntryDialog = dialogOnDemand(() => import('./quick-entry-dialog.tsx'));

/**
 * Opens over the screen while its address has `add=expense` or `add=income`, filled with `text`, and returns to the
 * same screen. The screen's account is chosen, or none when the user may not add to it. A user who may add to no
 * account gets no link to it. Once a sync has confirmed that, `add` is removed from the address.
 */
export function QuickEntry() {
  const { add, text } = useSearch({ from: '/frame' });
  const { accountId } = useParams({ strict: false });
  const navigate = useNavigate();
  const addable = useAddableAccounts();
  const db = useDatabase();
  const synced = useLiveQuery(async () => (await readSyncState(db)).lastSyncedAt !== null, [db]);
  const offered = offeredAccounts(addable?.accounts ?? [], '');
  const account = offered.find(({ id }) => id === (accountId ?? addable?.active?.id));

  const close = useCallback(
    () =>
      void navigate({ to: '.', search: (search) => ({ ...search, add: undefined, text: undefined }), replace: true }),
    [navigate],
  );
  const pointless = add !== undefined && addable !== undefined && offered.length === 0 && synced === true;
  useEffect(() => {
    if (pointless) close();
  }, [pointless, close]);

  if (offered.length === 0) return null;
  return (
    <>
      <AddButton />
      {add && (
        <Suspense>
          <QuickEntryDialog accounts={offered} accountId={account?.id ?? ''} type={add} text={text} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
