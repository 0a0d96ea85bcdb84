// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { Verdict } from '#domain/mutations/verdicts';
import { discardEntry } from '#store/commands/entries/entry-discard';
import { insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import SyncPanel from './sync-panel.tsx';
import { useSupersededToasts } from './use-superseded-toasts.ts';
import { useSyncSummary } from './use-sync-summary.ts';
import { useVerdictToasts } from './use-verdict-toasts.ts';

let shown: Screen;
afterEach(() => shown.close());

/** What the header does: it tells of each entry, and opens the panel. */
function Header() {
  const [open, setOpen] = useState(false);
  const summary = useSyncSummary();
  useVerdictToasts(summary?.toSettle);
  useSupersededToasts(summary?.notices);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {summary ? `Open the panel of ${summary.toSettle.length}` : 'Wait'}
      </button>
      {open && summary && <SyncPanel summary={summary} />}
    </>
  );
}

const forbidden: Verdict = { id: '', status: 'rejected', reason: 'forbidden', code: null, message: '' };

/** The server refuses to add so many transactions while Anna looks at the page. Returns their mutation ids. */
async function refuse(count: number): Promise<string[]> {
  shown = await showSignedIn(<Header />, async () => {});
  await screen.findByText('Open the panel of 0');
  const at = '2026-03-06T12:00:00.000Z';
  const entries = Array.from({ length: count }, (_, number) => ({
    id: crypto.randomUUID(),
    userId: ANNA.id,
    userEmail: ANNA.email,
    operations: [insertTransaction(transactionRow(number + 1, { description: `Plums ${number + 1}` }))],
    rows: [],
    createdAt: at,
    editedAt: at,
    attempts: 1,
    absorbed: true as const,
    state: 'rejected' as const,
    verdict: forbidden,
  }));
  await shown.db.outbox.bulkAdd(entries);
  return entries.map(({ id }) => id);
}

test('the toast of a refusal goes when the user has settled it', async () => {
  const [plums = '', others = ''] = await refuse(2);
  expect(await screen.findByText(/Plums 1/)).toBeTruthy();
  expect(await screen.findByText(/Plums 2/)).toBeTruthy();
  await discardEntry(shown.db, plums);
  await waitFor(() => expect(screen.queryByText(/Plums 1/)).toBeNull());
  expect(screen.queryByText(/Plums 2/)).toBeTruthy();
  await discardEntry(shown.db, others);
  await waitFor(() => expect(screen.queryByText(/Plums 2/)).toBeNull());
});

test('the toast of several entries leads to the panel, and goes when it opens', async () => {
  const entries = await refuse(3);
  expect(await screen.findByText('3 entries need your attention')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show' })).toBeTruthy();
  await discardEntry(shown.db, entries[0] ?? '');
  const opening = await screen.findByRole('button', { name: 'Open the panel of 2' });
  expect(screen.getByText('3 entries need your attention')).toBeTruthy();
  fireEvent.click(opening);
  await waitFor(() => expect(screen.queryByText('3 entries need your attention')).toBeNull());
});
