// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ImportRow } from '#domain/rows';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { findTransaction } from '#store/queries/rows/transactions';
import TransactionDialog from '../transactions/list/transaction-dialog.tsx';
import { event, HISTORY_CALL, type HistoryScreen, showWithServer } from './history.fixture.tsx';

let shown: HistoryScreen;
const onClose = vi.fn<() => void>();
beforeEach(() => onClose.mockReset());
afterEach(() => shown.close());

const row = transactionRow(1, { amount: 2000, date: '2026-03-05', description: 'Dinner', category: 'Food' });
const lunch = { ...event(1).row, amount: 1250, description: 'Lunch', notes: 'with Ben' };
/** Anna entered Lunch; Ben made it Dinner. A field of a newer server is among them. */
const events = [
  event(2, { before: { amount: 1250, description: 'Lunch', mood: 'good' }, row: { ...event(2).row, mood: 'better' } }),
  event(1, { kind: 'addition', author: ANNA.userEmail, row: lunch }),
];

/** The import that brought the row. */
const march: ImportRow = {
  id: idOf(70),
  version: 1,
  createdAt: row.createdAt,
  accountId: ACCOUNT,
  fileName: 'march.csv',
  format: 'csv',
  userId: ANNA.userId,
  userEmail: ANNA.userEmail,
};

/** Opens the dialog of the row, and in it the history. */
async function openHistory(answer: object, status = 200, ownerId = ANNA.userId): Promise<void> {
  const dialog = <TransactionDialog row={row} onClose={onClose} />;
  shown = await showWithServer(dialog, async (db, service) => {
    service.answer(HISTORY_CALL, status, answer);
    await db.imports.put(march);
    await db.accounts.put(accountRow({ ownerId }));
    await writeMonths(db, `account:${ACCOUNT}`, [row]);
  });
  await screen.findByRole('dialog', { name: 'Edit Transaction' });
  if (ownerId !== ANNA.userId) return;
  const button = await screen.findByRole('button', { name: 'History' });
  await act(async () => fireEvent.click(button));
}

const items = async () => within(await screen.findByRole('list', { name: 'History' })).findAllByRole('listitem');

it('tells who did what and when, field by field, also of fields that this app does not know', async () => {
  await openHistory({ events, more: false });
  const [change, addition] = await items();
  expect(change?.textContent).toContain('ben@example.org changed it');
  expect(change?.textContent).toContain('Mar 2, 2026');
  expect(change?.textContent).toContain('Amount-$12.50 is now -$20.00');
  expect(change?.textContent).toContain('DescriptionLunch is now Dinner');
  expect(change?.textContent).toContain('moodgood is now better');
  expect(addition?.textContent).toContain('You added it');
  expect(addition?.textContent).toContain('Noteswith Ben');
  expect(screen.getByText('Changes are kept for a year.')).toBeTruthy();
});

it('says in words that a row lost its import and what the bank wrote, also of an import that is not here', async () => {
  const lost = { bankId: null, importId: null, importedText: null };
  const before = { importId: march.id, importedText: 'DINNER 4711', bankId: '0815' };
  await openHistory({
    events: [
      event(2, { before, row: { ...row, ...lost } }),
      event(1, { before: { importId: null }, row: { ...row, ...lost, importId: idOf(71) } }),
    ],
    more: false,
  });
  const [move, link] = await items();
  await screen.findByText('march.csv');
  expect(move?.textContent).toContain('Importmarch.csv is now nothing');
  expect(move?.textContent).toContain('Bank’s textDINNER 4711 is now nothing');
  expect(move?.textContent).toContain('Number of the bank0815 is now nothing');
  expect(link?.textContent).toContain('Importnothing is now a file');
});

it('restores a version as an edit of what differs, which needs no connection, and closes', async () => {
  await openHistory({ events, more: false });
  await items();
  shown.service.disconnect();
  // The version that stands has no button.
  fireEvent.click(await screen.findByRole('button', { name: /^Restore this version/ }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const restored = await findTransaction(shown.db, row.id, row);
  expect(restored).toMatchObject({ amount: 1250, description: 'Lunch', notes: 'with Ben', category: 'Food' });
  const [entry] = await shown.db.outbox.toArray();
  expect(entry?.operations).toMatchObject([
    {
      kind: 'patch',
      before: { amount: 2000, type: 'expense', description: 'Dinner', notes: '' },
      after: { amount: 1250, type: 'expense', description: 'Lunch', notes: 'with Ben' },
    },
  ]);
});

it('asks before it changes a reconciled row', async () => {
  await openHistory({ events, more: false });
  await items();
  await writeMonths(shown.db, `account:${ACCOUNT}`, [{ ...row, status: 'reconciled', version: row.version + 1 }]);
  await waitFor(() => expect(shown.service.requests.filter((path) => path === HISTORY_CALL)).toHaveLength(2));
  fireEvent.click(await screen.findByRole('button', { name: /^Restore this version/ }));
  const question = within(await screen.findByRole('dialog', { name: 'Change a reconciled entry?' }));
  expect(await shown.db.outbox.count()).toBe(0);
  fireEvent.click(question.getByRole('button', { name: 'Restore this version' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await shown.db.outbox.count()).toBe(1);
});

it('without a connection, says that it needs one, and the dialog works on', async () => {
  await openHistory({ events, more: false });
  await items();
  fireEvent.click(screen.getByRole('button', { name: 'History' }));
  shown.service.disconnect();
  fireEvent.click(screen.getByRole('button', { name: 'History' }));
  expect(await screen.findByText('This needs a connection.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Update Transaction' })).toBeTruthy();
});

it('of an entry that never reached the server, says that the server knows nothing', async () => {
  await openHistory({ code: 'PT404', details: 'gone', message: 'There is no history here that you may read.' }, 404);
  expect(await screen.findByText('The server knows nothing about this yet.')).toBeTruthy();
});

it('shows older events on request, and takes the focus to the first of them', async () => {
  await openHistory({ events: events.slice(0, 1), more: true });
  await items();
  shown.service.answer(HISTORY_CALL, 200, { events: events.slice(1), more: false });
  fireEvent.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(async () => expect(await items()).toHaveLength(2));
  expect(shown.service.bodies.get(HISTORY_CALL)).toEqual({
    p_transaction: row.id,
    p_before: events[0]?.at,
    p_before_id: events[0]?.id,
  });
  expect(document.activeElement).toBe((await items())[1]);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('is not offered to somebody who has only a budget of the account', async () => {
  await openHistory({ events, more: false }, 200, 'somebody else');
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull();
});
