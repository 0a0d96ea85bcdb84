import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { Suspense, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
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
  const addable = useAddableAccounts();
  const db = useDatabase();
  const synced = useLiveQuery(async () => (await readSyncState(db)).lastSyncedAt !== null, [db]);
  const offered = offeredAccounts(addable?.accounts ?? [], '');
  const account = offered.find(({ id }) => id === (accountId ?? addable?.active?.id));

  const close = useClosing(add !== undefined);
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

/** Closes what is `open`, once: by Back where the address before is the screen below, else by another address. */
function useClosing(open: boolean): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  const closed = useRef(!open);
  // Before anybody can close what is open.
  useLayoutEffect(() => {
    closed.current = !open;
  }, [open]);
  return useCallback(() => {
    if (closed.current) return;
    closed.current = true;
    if (router.latestLocation.state.opensOver) return router.history.back();
    const search = <Search extends object>(before: Search) => ({ ...before, add: undefined, text: undefined });
    void navigate({ to: '.', search, replace: true, resetScroll: false });
  }, [router, navigate]);
}
