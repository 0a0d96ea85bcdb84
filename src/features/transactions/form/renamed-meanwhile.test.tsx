// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { renameCategory } from '#store/commands/categories/category-rename';
import type { Database } from '#store/database/database';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  syncedTransaction,
  transactionRow,
} from '#store/database/rows.fixture';
import { findTransaction } from '#store/queries/rows/transactions';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { ACTOR, type Screen, showSignedIn } from '../../../../tests/support/signed-in-screen.tsx';
import { editForm } from '../../../session/drafts/form-names.ts';
import TransactionDialog from '../list/transaction-dialog.tsx';

let shown: Screen;
afterEach(() => shown.close());

const HOME = idOf(902);
const row = transactionRow(1, { description: 'Lamp', category: 'Food' });

async function openEditor(edited: TransactionRow, prepare: (db: Database) => Promise<unknown> = async () => {}) {
  shown = await showSignedIn(<TransactionDialog row={edited} onClose={() => {}} />, async (db) => {
    await db.accounts.put(accountRow({ ownerId: ANNA.userId }));
    await db.categories.bulkPut([categoryRow(901), categoryRow(902, { name: 'Home' })]);
    await syncedTransaction(db, edited);
    await prepare(db);
  });
  await screen.findByRole('dialog', { name: 'Edit Transaction' });
}

const rename = (id: string, name: string) => act(() => renameCategory(shown.db, ACTOR, { id, name }));
const category = (label = 'Category') => chosen(screen, label);
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Update Transaction' }));
const lastSent = async () => (await shown.db.outbox.toArray()).at(-1)?.operations;

it('a chosen category that is renamed shows its new name, offers no old one, and is saved', async () => {
  await openEditor(row);
  await choose(screen, 'Category', 'Home');
  await rename(HOME, 'House');
  await waitFor(() => expect(category()).toBe('House'));
  expect(await offeredWith(screen, 'Category', 'House')).toEqual(['Food', 'House']);
  save();
  await waitFor(async () => expect(await lastSent()).toMatchObject([{ kind: 'patch', after: { category: 'House' } }]));
});

it('two names that were exchanged do not change which category was chosen', async () => {
  await openEditor(row);
  await choose(screen, 'Category', 'Home');
  await rename(idOf(901), 'Fun');
  await rename(HOME, 'Food');
  await rename(idOf(901), 'Home');
  await waitFor(() => expect(category()).toBe('Food'));
  save();
  await waitFor(async () => expect(await lastSent()).toMatchObject([{ kind: 'patch', after: { category: 'Food' } }]));
});

it('a category that was not touched stays with the row, whose other fields are saved', async () => {
  await openEditor(row);
  await offeredWith(screen, 'Category', 'Home');
  fireEvent.change(screen.getByLabelText('Description'), { target: { value: 'Lunch' } });
  await rename(idOf(901), 'Meals');
  await waitFor(() => expect(category()).toBe('Meals'));
  save();
  await waitFor(async () => expect(await lastSent()).toMatchObject([{ kind: 'patch' }]));
  const [patch] = (await lastSent()) ?? [];
  expect(patch?.kind === 'patch' && patch.after).toEqual({ description: 'Lunch' });
  expect((await findTransaction(shown.db, row.id, row))?.category).toBe('Meals');
});

it.each([
  ['the id, shows', { categoryId: HOME }, false],
  ['of v0.2.0 only the name,', {}, true],
])('a draft with %s and saves the new name', async (_what, id, showsFormer) => {
  await openEditor(row, async (db) => {
    const { description, type, date, accountId } = row;
    const values = { description, type, date, accountId, amount: '1.00', category: 'Home', ...id, lines: null };
    const kept = { form: editForm(row), writer: 'before', keptAt: new Date().toISOString() };
    await db.drafts.put({ ...kept, values, from: row });
    await renameCategory(db, ACTOR, { id: HOME, name: 'House' });
  });
  await waitFor(() => expect(category()).toBe(showsFormer ? 'Home' : 'House'));
  expect((await offeredWith(screen, 'Category', 'House')).includes('Home')).toBe(showsFormer);
  save();
  await waitFor(async () => expect(await lastSent()).toMatchObject([{ kind: 'patch', after: { category: 'House' } }]));
});

it('the line of a split follows its category', async () => {
  const lines = [1, 2].map((n) => ({ id: idOf(10 + n), category: 'Food', cents: 50, note: '' }));
  await openEditor(transactionRow(1, { accountId: ACCOUNT, category: 'Split', lines }));
  const second = 'Line 2: Category';
  await screen.findByLabelText(second);
  await choose(screen, second, 'Home');
  await rename(HOME, 'House');
  await waitFor(() => expect(category(second)).toBe('House'));
  expect(await offeredWith(screen, second, 'House')).not.toContain('Home');
  save();
  const wanted = [{ category: 'Food' }, { category: 'House' }];
  await waitFor(async () => expect(await lastSent()).toMatchObject([{ kind: 'patch', after: { lines: wanted } }]));
});
