// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { transactionRow } from '#store/database/rows.fixture';
import { MonthBooks, writeMonths } from '#store/ledger/ledger';
import { findTransaction, newestTransactions } from '#store/queries/rows/transactions';
import { choose, chosen, offeredWith } from '../../../../tests/support/choosing.ts';
import { opening } from '../../../../tests/support/opening.ts';
import { closeApp, type OpenedApp, openApp } from '../../../../tests/support/signed-in-app.tsx';

beforeAll(() => Promise.all([import('./row-editor.tsx'), import('./transaction-dialog.tsx')]));
afterEach(() => {
  vi.unstubAllGlobals();
  closeApp();
});

/** Somebody points with a mouse; the test's platform has a finger. */
function takeMouse() {
  const before = window.matchMedia;
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('coarse') ? Object.assign(new EventTarget(), { matches: false, media: query }) : before(query),
  );
}

const ROWS: Partial<TransactionRow>[] = [
  { description: 'Cinema', category: 'Entertainment', amount: 2_800, date: '2026-03-05' },
  { description: 'Jacket back', category: 'Shopping', amount: 4_000, date: '2026-03-04', type: 'income', refund: true },
  { description: 'Salary', category: 'Salary', amount: 412_500, date: '2026-03-03', type: 'income' },
  { description: 'Rent', category: 'Housing', amount: 124_001, date: '2026-03-01' },
];

const LINES = [
  { id: crypto.randomUUID(), category: 'Food', cents: 2_000, note: '' },
  { id: crypto.randomUUID(), category: 'Shopping', cents: 800, note: '' },
];

let app: OpenedApp;
let accountId: string;

async function open(rows = ROWS) {
  app = await openApp({
    address: '/',
    arrange: async ({ db, actor }) => {
      const account = await createAccount(db, actor, { name: 'Household' });
      if (!account.ok) throw new Error('no account');
      accountId = account.id;
      const own = { accountId, userId: actor.userId, userEmail: actor.email };
      const all = rows.map((row, at) => transactionRow(at + 1, { ...own, ...row }));
      await writeMonths(db, `account:${accountId}`, all);
    },
  });
  await screen.findByRole('button', { name: `Edit ${rows[0]?.description}` });
}

const rowOf = (text: string) => screen.getAllByText(text).at(-1)?.closest('tr') ?? document.body;
const edited = () => document.querySelector<HTMLElement>('tr[data-edited]') ?? document.body;
const fields = () => within(edited());
const shownIn = (label: string) => fields().getByLabelText<HTMLInputElement>(label).value;
const type = (label: string, value: string) => fireEvent.change(fields().getByLabelText(label), { target: { value } });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
/** A browser sends the form on Enter in one of its fields. */
const send = () => fireEvent.click(fields().getByRole('button', { name: 'Save' }));
const stored = async (description: string) =>
  (await newestTransactions(app.db, accountId, 10)).find((row) => row.description === description);
const labelOfFocus = () => {
  const { activeElement } = document;
  return activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : activeElement?.tagName;
};
const closed = () => waitFor(() => expect(document.querySelector('tr[data-edited]')).toBeNull());

/** The row changes elsewhere, and this device hears of it; null deletes it. */
async function pulled(description: string, change: Partial<TransactionRow> | null) {
  const { db } = app;
  await db.transaction('rw', db.tables, async () => {
    const row = await stored(description);
    if (!row) throw new Error('no such row');
    const books = new MonthBooks(db);
    const place = { scope: `account:${accountId}`, month: row.date.slice(0, 7) };
    await books.at(place).take(row.id);
    if (change) await books.at(place).add({ ...row, ...change, version: row.version + 1 });
    await books.save();
  });
}

async function editByKey(text: string) {
  rowOf(text).focus();
  await opening(() => press('Enter'));
  await fields().findByLabelText('Description');
}

describe('editing in place', () => {
  it('begins with Enter on the row, in the description, and all four fields have names and values', async () => {
    await open();
    await editByKey('Cinema');
    expect(labelOfFocus()).toBe('Description');
    await waitFor(() => expect(chosen(fields(), 'Category')).toBe('Entertainment'));
    expect([shownIn('Description'), shownIn('Amount')]).toEqual(['Cinema', '28.00']);
    expect(fields().getByLabelText('Date')).toBeDefined();
    expect(fields().getByRole('form', { name: 'Edit Cinema' })).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['Entertainment', 'Category'],
    ['-$28.00', 'Amount'],
    ['Mar 5, 2026', 'Date'],
  ])('begins with a click on %s in the field %s', async (text, label) => {
    await open();
    takeMouse();
    await opening(() => fireEvent.click(within(rowOf('Cinema')).getByText(text)));
    await fields().findByLabelText('Description');
    expect(labelOfFocus()).toBe(label);
  });

  it('does not begin with a finger, which opens the dialog', async () => {
    await open();
    await opening(() => fireEvent.click(screen.getByText('Cinema')));
    expect(await screen.findByRole('dialog', { name: 'Edit Transaction' })).toBeDefined();
  });

  it('saves all fields as one edit of this row, which one undo takes back', async () => {
    await open();
    await editByKey('Cinema');
    type('Description', 'Theatre');
    type('Amount', '30+4.50');
    type('Date', '2026-03-02');
    await choose(fields(), 'Category', 'Food');
    send();
    await closed();
    expect(await stored('Theatre')).toMatchObject({ amount: 3_450, date: '2026-03-02', category: 'Food' });
    expect(await app.db.outbox.where('state').equals('pending').toArray()).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(rowOf('Theatre')));
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await stored('Cinema')).toMatchObject({ amount: 2_800, date: '2026-03-05' }));
  });

  it('leaves with Escape, saves nothing, and offers what was typed as the dialog does', async () => {
    await open();
    await editByKey('Cinema');
    type('Amount', '99');
    press('Escape');
    await closed();
    expect(document.activeElement).toBe(rowOf('Cinema'));
    expect(await stored('Cinema')).toMatchObject({ amount: 2_800 });
    expect(await screen.findByText(/Cinema.*not saved/)).toBeDefined();
    await editByKey('-$28.00');
    await waitFor(() => expect(shownIn('Amount')).toBe('99'));
    fireEvent.click(fields().getByRole('button', { name: 'Cancel' }));
    await closed();
    await waitFor(async () => expect(await app.db.drafts.count()).toBe(0));
  });

  it('says at the cell what is wrong, goes there, and loses nothing', async () => {
    await open();
    await editByKey('Cinema');
    type('Description', 'Theatre');
    type('Amount', 'much');
    send();
    await fields().findByText('Enter a number, such as 12.50 or 20+4.5.');
    await waitFor(() => expect(labelOfFocus()).toBe('Amount'));
    expect([shownIn('Description'), shownIn('Amount')]).toEqual(['Theatre', 'much']);
    expect(await stored('Cinema')).toMatchObject({ amount: 2_800 });
  });

  it('goes on in the dialog with what is typed', async () => {
    await open();
    await editByKey('Cinema');
    type('Amount', '99');
    await opening(() => fireEvent.click(fields().getByRole('button', { name: 'All fields' })));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    expect(await dialog.findByDisplayValue('99')).toBeDefined();
    expect(document.querySelector('tr[data-edited]')).toBeNull();
  });

  it('says what changed elsewhere, and saves only what was changed here', async () => {
    await open();
    await editByKey('Cinema');
    type('Description', 'Theatre');
    await pulled('Cinema', { amount: 4_100 });
    expect(await fields().findByText('Amount is now $41.00.')).toBeDefined();
    expect(shownIn('Amount')).toBe('41.00');
    send();
    await closed();
    expect(await stored('Theatre')).toMatchObject({ amount: 4_100 });
  });

  it('stays where it is when others change the date of the row', async () => {
    await open();
    await editByKey('Cinema');
    await pulled('Cinema', { date: '2026-03-02' });
    expect(await fields().findByText('Date is now Mar 2, 2026.')).toBeDefined();
    expect(edited().nextElementSibling).toBe(rowOf('Jacket back'));
    press('Escape');
    await closed();
    expect(rowOf('Cinema').nextElementSibling).toBe(rowOf('Rent'));
    expect(document.activeElement).toBe(rowOf('Cinema'));
  });

  it('stays when the row is deleted elsewhere, says so, and adds it anew', async () => {
    await open();
    await editByKey('Cinema');
    const before = await stored('Cinema');
    type('Amount', '99');
    await pulled('Cinema', null);
    expect(await fields().findByText('It is no longer on this device. You can add it as a new entry.')).toBeDefined();
    expect(shownIn('Amount')).toBe('99');
    fireEvent.click(fields().getByRole('button', { name: 'Add as a new entry' }));
    await closed();
    const after = await stored('Cinema');
    expect(after).toMatchObject({ amount: 9_900, category: 'Entertainment' });
    expect(after?.id).not.toBe(before?.id);
  });

  it('goes on in the dialog when the row is split elsewhere', async () => {
    await open();
    await editByKey('Cinema');
    await pulled('Cinema', { lines: LINES });
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
    expect(await dialog.findByLabelText('Line 1: Category')).toBeDefined();
  });

  it('keeps a refund a refund, and shows its category as one', async () => {
    await open();
    await editByKey('Jacket back');
    await waitFor(() => expect(chosen(fields(), 'Category')).toMatch(/Shopping/));
    type('Amount', '41');
    send();
    await closed();
    expect(await stored('Jacket back')).toMatchObject({ amount: 4_100, refund: true, category: 'Shopping' });
  });

  it('says the new type when a sign changes it, and asks for a category of that type', async () => {
    await open();
    await editByKey('Cinema');
    type('Amount', '+28');
    expect(fields().getByText('Income')).toBeDefined();
    send();
    expect(await fields().findByText('Choose a category.')).toBeDefined();
    await offeredWith(fields(), 'Category', 'Salary');
  });

  it('types letters that are keys of a row elsewhere', async () => {
    await open();
    await editByKey('Cinema');
    expect(fireEvent.keyDown(fields().getByLabelText('Description'), { key: 'c' })).toBe(true);
    expect(await stored('Cinema')).toMatchObject({ status: 'open' });
  });

  it.each([
    ['reconciled', { status: 'reconciled' }],
    ['split', { lines: LINES, category: 'Split' }],
    ['an opening balance', { nature: 'opening' }],
  ] as const)('is the dialog for a row that is %s', async (_, change) => {
    await open([{ ...ROWS[0], ...change }]);
    rowOf('Cinema').focus();
    await opening(() => press('Enter'));
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(document.querySelector('tr[data-edited]')).toBeNull();
  });
});

it('arrows go from row to row', async () => {
  await open();
  rowOf('Cinema').focus();
  press('ArrowDown');
  press('ArrowDown');
  expect(document.activeElement).toBe(rowOf('Salary'));
  press('ArrowUp');
  expect(document.activeElement).toBe(rowOf('Jacket back'));
});

it('a row that is found no more while it is edited stays until it is left', async () => {
  await open();
  await editByKey('Cinema');
  const row = await stored('Cinema');
  expect(row && (await findTransaction(app.db, row.id, row))).toBeTruthy();
  await pulled('Cinema', null);
  await fields().findByText(/^It is no longer on this device/);
  press('Escape');
  await closed();
  expect(screen.queryByRole('row', { name: /Cinema/ })).toBeNull();
});

describe('the end of an edit', () => {
  const filterBy = (value: string) =>
    opening(() => {
      fireEvent.change(screen.getByLabelText('Filter by description or category'), { target: { value } });
    });
  const found = (count: number) => waitFor(() => expect(document.querySelectorAll('tr[data-row]')).toHaveLength(count));

  it('that comes late, when another row is edited, leaves that one alone', async () => {
    await open();
    await editByKey('Cinema');
    type('Description', 'Theatre');
    send();
    rowOf('Salary').focus();
    press('Enter');
    await screen.findByText('Theatre');
    await screen.findByText('Transaction updated');
    expect(shownIn('Description')).toBe('Salary');
    expect(edited().contains(document.activeElement)).toBe(true);
  });

  it('leaves the focus where the row was, when the filter finds it no more', async () => {
    await open();
    await filterBy('in');
    await found(3);
    await editByKey('Jacket back');
    await choose(fields(), 'Category', 'Salary');
    send();
    await found(2);
    await waitFor(() => expect(document.activeElement).toBe(rowOf('Rent')));
  });

  it('begins no other one while the key is held that saved it', async () => {
    await open();
    rowOf('Cinema').focus();
    await opening(() => fireEvent.keyDown(rowOf('Cinema'), { key: 'Enter', repeat: true }));
    expect(document.querySelector('tr[data-edited]')).toBeNull();
  });

  it('comes with another filter, and the edit does not begin anew with the one before', async () => {
    await open();
    await editByKey('Salary');
    await filterBy('al');
    await found(1);
    await closed();
    await filterBy('');
    await found(4);
    expect(document.querySelector('tr[data-edited]')).toBeNull();
  });
});
