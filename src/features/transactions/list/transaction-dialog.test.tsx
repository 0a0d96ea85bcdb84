// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { ACCOUNT, ANNA, accountRow, categoryRow, OTHER_ACCOUNT, transactionRow } from '#store/database/rows.fixture';
import { MonthBooks, writeMonths } from '#store/ledger/ledger';
import { findTransaction } from '#store/queries/rows/transactions';
import { choose, offeredWith } from '../../../../tests/support/choosing.ts';
import { type Screen, showSignedIn } from '../../../../tests/support/signed-in-screen.tsx';
import TransactionDialog from './transaction-dialog.tsx';

let shown: Screen;
afterEach(() => shown.close());

const row = transactionRow(1, { amount: 2000, date: '2026-03-05', description: 'Dinner', category: 'Food' });

async function openEditor(edited = row) {
  const onClose = vi.fn<() => void>();
  shown = await showSignedIn(<TransactionDialog row={edited} onClose={onClose} />, async (db) => {
    await db.accounts.put(accountRow({ ownerId: ANNA.userId }));
    await writeMonths(db, `account:${ACCOUNT}`, [edited]);
  });
  await screen.findByRole('dialog', { name: 'Edit Transaction' });
  return onClose;
}

const stored = () => findTransaction(shown.db, row.id, row);

/** A newer row of the server reaches this device; null deletes the row. */
async function pulled(change: Partial<TransactionRow> | null) {
  const { db } = shown;
  await db.transaction('rw', db.tables, async () => {
    const standing = await stored();
    if (!standing) throw new Error('no row');
    const books = new MonthBooks(db);
    await books.at(placeOf(standing)).take(row.id);
    const next = { ...standing, ...change, version: standing.version + 1 };
    if (change) await books.at(placeOf(next)).add(next);
    await books.save();
  });
}

const placeOf = ({ date }: TransactionRow) => ({ scope: `account:${ACCOUNT}`, month: date.slice(0, 7) });

/** The patches that wait to be sent. */
const patches = async () => (await shown.db.outbox.toArray()).flatMap(({ operations }) => operations);

const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const enter = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Update Transaction' }));

it('names each field that was changed while the dialog was open, and shows the current value', async () => {
  await openEditor();
  await pulled({ amount: 4100 });
  expect(await screen.findByText('Amount is now $41.00.')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Changed meanwhileAmount is now $41.00.');
  expect(shownIn('Amount')).toBe('41.00');

  await pulled({ date: '2026-04-02', description: 'Dinner with Ben' });
  expect(await screen.findByText('Date is now Apr 2, 2026.')).toBeTruthy();
  expect(screen.getByText('Description is now Dinner with Ben.')).toBeTruthy();
  expect(screen.getByText('Amount is now $41.00.')).toBeTruthy();
  expect(shownIn('Date')).toBe('Apr 2, 2026');
});

it('keeps the typed value of a field that was changed elsewhere; saving it is an informed overwrite', async () => {
  const onClose = await openEditor();
  enter('Amount', '55');
  await pulled({ amount: 4100 });
  await screen.findByText('Amount is now $41.00.');
  expect(shownIn('Amount')).toBe('55');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await stored()).toMatchObject({ amount: 5500 });
  expect(await patches()).toMatchObject([{ seen: { number: 2 }, before: { amount: 4100 }, after: { amount: 5500 } }]);
});

it('saves only what the user changed, on top of what others did', async () => {
  const onClose = await openEditor();
  enter('Description', 'Dinner for two');
  await pulled({ amount: 4100, category: 'Housing' });
  await screen.findByText('Category is now Housing.');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await stored()).toMatchObject({ amount: 4100, category: 'Housing', description: 'Dinner for two' });
  const after = { description: 'Dinner for two' };
  expect(await patches()).toMatchObject([{ before: { description: 'Dinner' }, after }]);
  expect((await patches()).flatMap((patch) => ('after' in patch ? Object.keys(patch.after) : []))).toEqual(
    Object.keys(after),
  );
});

it('removes the message when the old value is restored', async () => {
  await openEditor();
  await pulled({ amount: 4100 });
  await screen.findByText('Amount is now $41.00.');
  await pulled({ amount: 2000 });
  await waitFor(() => expect(screen.queryByText('Changed meanwhile')).toBeNull());
  expect(shownIn('Amount')).toBe('20.00');
});

it('tells nothing about a value that the user has typed as well', async () => {
  await openEditor();
  enter('Amount', '41');
  await pulled({ amount: 4100, description: 'Dinner with Ben' });
  await screen.findByText('Description is now Dinner with Ben.');
  expect(screen.queryByText(/^Amount is now/)).toBeNull();
});

it('tells at once that the row was deleted, and keeps the typed text', async () => {
  await openEditor();
  enter('Amount', '55');
  await pulled(null);
  expect(await screen.findByText('It is no longer on this device. You can add it as a new entry.')).toBeTruthy();
  expect(shownIn('Amount')).toBe('55');
});

it('adds what was typed as a new entry when the row was deleted', async () => {
  const onClose = await openEditor();
  enter('Amount', '55');
  await pulled(null);
  fireEvent.click(await screen.findByRole('button', { name: 'Add as a new entry' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await patches()).toMatchObject([{ kind: 'insert', row: { description: 'Dinner', amount: 5500 } }]);
  expect(await stored()).toBeNull();
  expect(await shown.db.drafts.toArray()).toEqual([]);
});

it('only tells that the row is gone where the user may not add to its account any more', async () => {
  await openEditor();
  await shown.db.accounts.clear();
  await pulled(null);
  expect(await screen.findByText('It is no longer on this device.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Update Transaction' })).toBeTruthy();
});

it('shows the row again when the deletion was undone', async () => {
  await openEditor();
  await pulled(null);
  await screen.findByText(/^It is no longer on this device/);
  await writeMonths(shown.db, `account:${ACCOUNT}`, [row]);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('tells nothing about its own save', async () => {
  await openEditor();
  enter('Amount', '55');
  save();
  await waitFor(async () => expect((await stored())?.amount).toBe(5500));
  await pulled({ description: 'Dinner with Ben' });
  await screen.findByText('Description is now Dinner with Ben.');
  expect(screen.queryByText(/^Amount is now/)).toBeNull();
});

it('moves the transaction to another account of the user, with a category that this account has', async () => {
  const onClose = await openEditor();
  await shown.db.accounts.put(accountRow({ id: OTHER_ACCOUNT, name: 'Shop', ownerId: ANNA.userId }));
  await shown.db.categories.put(categoryRow(9, { accountId: OTHER_ACCOUNT, name: 'Food' }));
  await screen.findByLabelText('Account');
  await choose(screen, 'Account', 'Shop');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await stored()).toMatchObject({ accountId: OTHER_ACCOUNT, category: 'Food' });
  expect(await patches()).toMatchObject([{ after: { accountId: OTHER_ACCOUNT } }]);
});

it('offers no account where there is only one', async () => {
  await openEditor();
  await offeredWith(screen, 'Category', 'Food');
  expect(screen.queryByLabelText('Account')).toBeNull();
});

it('asks about a far date only when it was changed', async () => {
  const onClose = await openEditor();
  enter('Date', '1999-01-03');
  save();
  expect(await screen.findByText('Jan 3, 1999 is more than ten years back. Save anyway?')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await findTransaction(shown.db, row.id, { ...row, date: '1999-01-03' }))?.date).toBe('1999-01-03');
});

it('asks nothing about the far date that a row already has', async () => {
  const onClose = await openEditor({ ...row, date: '1999-01-03' });
  enter('Description', 'Supper');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('notes are added behind a button, and stand at once where the row has some', async () => {
  await openEditor();
  fireEvent.click(screen.getByRole('button', { name: 'Add notes' }));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Notes/));
  fireEvent.change(screen.getByLabelText(/^Notes/), { target: { value: 'with Anna' } });
  save();
  await waitFor(async () => expect(await patches()).toMatchObject([{ after: { notes: 'with Anna' } }]));
  await shown.close();
  await openEditor({ ...row, notes: 'with Ben' });
  expect(screen.getByLabelText<HTMLInputElement>(/^Notes/).value).toBe('with Ben');
});

it('says that somebody else changed the notes', async () => {
  await openEditor();
  await pulled({ notes: 'with Ben' });
  expect(await screen.findByText('The notes are now: with Ben')).toBeTruthy();
});
