// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ACCOUNT, ANNA, accountRow, idOf, syncedTransaction, transactionRow } from '#store/database/rows.fixture';
import { type Screen, showSignedIn } from '../../../../tests/support/signed-in-screen.tsx';
import TransactionDialog from '../list/transaction-dialog.tsx';

let shown: Screen;
afterEach(() => shown.close());

const LINES = [
  { id: idOf(31), categoryId: null, category: 'Food', cents: 600, note: '' },
  { id: idOf(32), categoryId: null, category: 'Fun', cents: 400, note: '' },
];

it('the dialog of a split appears with its lines, and does not grow by them below the pointer', async () => {
  const row = transactionRow(1, { amount: 1000, category: 'Split', lines: LINES });
  const dialog = (
    <Suspense>
      <TransactionDialog row={row} onClose={() => {}} />
    </Suspense>
  );
  shown = await showSignedIn(dialog, async (db) => {
    await db.accounts.put(accountRow({ id: ACCOUNT, ownerId: ANNA.userId }));
    await syncedTransaction(db, row);
  });
  await screen.findByRole('dialog', { name: 'Edit Transaction' });
  expect(screen.queryByLabelText('Line 2: Amount')).not.toBeNull();
});
