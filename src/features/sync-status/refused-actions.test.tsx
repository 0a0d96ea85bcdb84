// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAccount } from '#store/commands/accounts/account-create';
import type { Database } from '#store/database/database';
import { rememberGoneAccount } from '#store/database/gone-accounts';
import type { OutboxEntry } from '#store/database/records';
import { accountRow, idOf, insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { offeredWith } from '../../../tests/support/choosing.ts';
import { ACTOR, ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import SyncPanel from './sync-panel.tsx';
import { useSyncSummary } from './use-sync-summary.ts';

const GONE = idOf(900);

let shown: Screen;
let household = '';
let files: Blob[] = [];

beforeEach(() => {
  files = [];
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
});
afterEach(async () => {
  await shown.close();
  vi.unstubAllGlobals();
});

function Panel() {
  const summary = useSyncSummary();
  return summary ? <SyncPanel summary={summary} /> : null;
}

async function refuse(db: Database, number: number, accountId: string, over: Partial<OutboxEntry> = {}) {
  const id = idOf(100 + number);
  const at = '2026-03-06T12:00:00.000Z';
  await db.outbox.add({
    id,
    userId: ANNA.id,
    userEmail: ANNA.email,
    operations: [insertTransaction(transactionRow(number, { accountId }))],
    createdAt: at,
    editedAt: at,
    rows: [],
    attempts: 1,
    state: 'rejected',
    absorbed: true,
    verdict: { id, status: 'rejected', reason: 'forbidden', code: null, message: '' },
    ...over,
  });
}

/** Two refused entries of Anna's household, which would be taken now, and one of an account that she lost. */
async function show(): Promise<Database> {
  shown = await showSignedIn(<Panel />, async (db) => {
    const account = await createAccount(db, ACTOR, { name: 'Household' });
    if (!account.ok) throw new Error('no account');
    household = account.id;
    await Promise.all([db.outbox.clear(), db.bases.clear()]);
    await refuse(db, 1, household);
    await refuse(db, 2, household);
    await refuse(db, 3, GONE);
    await db.accounts.put(accountRow({ id: GONE, name: 'Trips' }));
    await rememberGoneAccount(db, GONE);
    await db.accounts.delete(GONE);
  });
  await screen.findByRole('listitem', { name: /row 3,/ });
  return shown.db;
}

const states = async (db: Database) => (await db.outbox.toArray()).map(({ state }) => state).toSorted();

test('an entry of an account that is gone names it, and offers the accounts that are there', async () => {
  await show();
  const card = within(screen.getByRole('listitem', { name: /row 3,/ }));
  expect(await card.findByText('Trips is gone, or no longer shared with you.')).toBeTruthy();
  expect(card.getByText(/Trips \(no longer here\)/)).toBeTruthy();
  fireEvent.click(await card.findByRole('button', { name: 'Move to another account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another account' }));
  await offeredWith(dialog, 'Account', 'Household');
});

test('Retry all sends again what can be taken, and says how many are left', async () => {
  const db = await show();
  const all = await screen.findByRole('button', { name: 'Retry all' });
  await waitFor(() => expect(all).toHaveProperty('disabled', false));
  fireEvent.click(all);
  expect(await screen.findByText('1 entry cannot be tried again')).toBeTruthy();
  expect(await states(db)).toEqual(['pending', 'pending', 'rejected']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull());
});

test('Discard all asks first and names the number', async () => {
  const db = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Discard all' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard 3 entries?' }));
  expect(await db.outbox.count()).toBe(3);
  fireEvent.click(question.getByRole('button', { name: 'Discard all' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});

test('Export all writes the refused entries and not those that wait', async () => {
  const db = await show();
  await refuse(db, 4, household, { state: 'pending' });
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]?.text();
  for (const number of [1, 2, 3]) expect(text).toContain(`row ${number}`);
  expect(text).not.toContain('row 4');
});

test('an entry that somebody’s newer change stands against is not among those that are settled at once', async () => {
  const db = await show();
  const by = 'ben@example.org';
  const verdict = { id: '', status: 'superseded', reason: 'newer', kept: {}, by, versions: {} } as const;
  await refuse(db, 5, household, { state: 'superseded', verdict });
  fireEvent.click(screen.getByRole('button', { name: 'Discard all' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard 3 entries?' }));
  fireEvent.click(question.getByRole('button', { name: 'Discard all' }));
  await waitFor(async () => expect(await states(db)).toEqual(['superseded']));
});
