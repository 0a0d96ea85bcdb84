// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Notice } from '#domain/mutations/notices';
import type { Fields } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import { writeMonths } from '#store/ledger/ledger';
import { newestTransactions } from '#store/queries/rows/transactions';
import { ACTOR, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import SyncPanel from './sync-panel.tsx';
import { useSyncSummary } from './use-sync-summary.ts';

const ID = '00000000-0000-4000-8000-0000000000fd';

let shown: Screen;
let household = '';
afterEach(() => shown.close());

function Panel() {
  const summary = useSyncSummary();
  return summary ? <SyncPanel summary={summary} /> : null;
}

/** Anna has a dinner of $25.00, and `told` makes what the server tells her of it. */
async function show(told: (dinner: Fields) => Partial<Notice>): Promise<Database> {
  shown = await showSignedIn(<Panel />, async (db) => {
    const account = await createAccount(db, ACTOR, { name: 'Household' });
    if (!account.ok) throw new Error('no account');
    household = account.id;
    const dinner = { amount: '25', date: '2026-03-05', description: 'Dinner', category: 'Food' };
    await addTransaction(db, ACTOR, { accountId: household, type: 'expense', ...dinner });
    await Promise.all([db.outbox.clear(), db.bases.clear()]);
    const [row] = await newestTransactions(db, household, 1);
    if (!row) throw new Error('no dinner');
    const notice = { id: ID, at: '2026-03-06T12:00:00.000Z', accountId: household, table: 'transactions' as const };
    const whole = { rowId: row.id, kind: 'edited' as const, by: 'ben@example.org', lost: {}, stands: {}, removed: {} };
    const { version, userId, userEmail, ...fields } = row;
    await db.notices.put({ ...notice, ...whole, ...told({ ...fields, userId }) });
  });
  return shown.db;
}

const item = (name: string | RegExp) => screen.findByRole('listitem', { name });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('a change that was replaced shows both values, and Use mine sets the lost one again', async () => {
  const db = await show(() => ({ lost: { amount: 3000, type: 'expense' }, stands: { amount: 2500, type: 'expense' } }));
  const told = await item('Your change was replaced: Dinner, -$30.00');
  expect(told.textContent).toContain('A newer change by ben@example.org stands.');
  expect(within(told).getByRole('row', { name: 'Amount -$30.00 -$25.00' })).toBeTruthy();
  await press('Use mine');
  await waitFor(async () => expect(await newestTransactions(db, household, 1)).toMatchObject([{ amount: 3000 }]));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: /replaced/ })).toBeNull());
});

test('Use mine on a transaction that somebody reconciled asks what an edit of it asks', async () => {
  const db = await show((dinner) => ({
    rowId: String(dinner.id),
    lost: { status: 'open' },
    stands: { status: 'reconciled' },
  }));
  const [dinner] = await newestTransactions(db, household, 1);
  if (!dinner) throw new Error('no dinner');
  const reconciled = { ...dinner, status: 'reconciled', reconciliationId: ID, version: dinner.version + 1 } as const;
  await writeMonths(db, accountScope(household), [reconciled]);
  await press('Use mine');
  const question = within(await screen.findByRole('dialog', { name: 'Change a reconciled transaction?' }));
  expect(await newestTransactions(db, household, 1)).toMatchObject([{ status: 'reconciled' }]);
  fireEvent.click(question.getByRole('button', { name: 'Change it' }));
  await waitFor(async () => expect(await newestTransactions(db, household, 1)).toMatchObject([{ status: 'open' }]));
});

test('a row that was deleted shows what it was, and Restore brings it back', async () => {
  const db = await show((dinner) => ({
    kind: 'deleted',
    rowId: ID,
    lost: { ...dinner, id: ID, description: 'Brunch', amount: 900 },
  }));
  const told = await item('What you changed was deleted: Brunch, -$9.00');
  expect(told.textContent).toContain('It was deleted by ben@example.org meanwhile.');
  await within(told).findByText(/Household/);
  await press('Restore');
  await waitFor(async () => expect(await newestTransactions(db, household, 9)).toHaveLength(2));
});

test('a budget that was deleted is called one', async () => {
  await show(() => ({ kind: 'deleted', table: 'budgets', rowId: ID, lost: { name: 'Groceries', amount: 900 } }));
  expect(await item('What you changed was deleted: budget “Groceries”')).toBeTruthy();
});

test('a row that came back is shown as it is now, and can be deleted again', async () => {
  const db = await show(() => ({ kind: 'revived', by: null, lost: { amount: 900 } }));
  const told = await item('What you deleted is back: Dinner, -$25.00');
  expect(told.textContent).toContain('It was changed or brought back after you deleted it.');
  await press('Delete again');
  await waitFor(async () => expect(await newestTransactions(db, household, 9)).toEqual([]));
});

test('a row that came back says what was changed in it', async () => {
  await show((dinner) => ({
    kind: 'revived',
    removed: { ...dinner, amount: 900 },
    stands: { amount: 2500, type: 'expense' },
  }));
  const told = within(await item('What you deleted is back: Dinner, -$25.00'));
  expect(await told.findByRole('row', { name: 'Amount -$9.00 -$25.00' })).toBeTruthy();
  const heads = told.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['', 'When deleted', 'Now']);
});

test('whoever does not know what a row was that came back sees no difference', async () => {
  await show(() => ({ kind: 'revived', stands: { amount: 2500, type: 'expense' } }));
  const told = within(await item('What you deleted is back: Dinner, -$25.00'));
  await told.findByRole('button', { name: 'Delete again' });
  expect(told.queryByRole('table')).toBeNull();
});

test('Dismiss settles what was told, and leaves the row as it is', async () => {
  const db = await show(() => ({ lost: { description: 'Supper' }, stands: { description: 'Dinner' } }));
  await item(/^Your change was replaced/);
  await press('Dismiss');
  await waitFor(() => expect(screen.queryByRole('listitem', { name: /^Your change was replaced/ })).toBeNull());
  expect(await newestTransactions(db, household, 1)).toMatchObject([{ description: 'Dinner' }]);
});

describe('several of them', () => {
  const SECOND = '00000000-0000-4000-8000-0000000000fe';

  /** Dinner lost its amount, and Brunch was deleted. */
  async function showTwo(): Promise<Database> {
    const db = await show(() => ({ lost: { amount: 3000 }, stands: { amount: 2500 } }));
    const [first] = await db.notices.toArray();
    if (!first) throw new Error('no notice');
    const lost = { description: 'Brunch', amount: 900, type: 'expense' };
    await db.notices.put({
      ...first,
      id: SECOND,
      at: '2026-03-07T12:00:00.000Z',
      rowId: SECOND,
      kind: 'deleted',
      lost,
    });
    await item('What you changed was deleted: Brunch, -$9.00');
    return db;
  }

  const dismissIn = async (name: RegExp) => {
    const button = await within(await item(name)).findByRole('button', { name: 'Dismiss' });
    button.focus();
    fireEvent.click(button);
  };

  test('the focus goes to the next one when one is settled, and to the heading after the last', async () => {
    await showTwo();
    await within(await item(/Brunch/)).findByRole('button', { name: 'Dismiss' });
    await dismissIn(/Dinner/);
    await waitFor(() => expect(screen.queryByRole('listitem', { name: /Dinner/ })).toBeNull());
    const next = within(await item(/Brunch/)).getAllByRole('button')[0];
    await waitFor(() => expect(document.activeElement).toBe(next));
    await dismissIn(/Brunch/);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 })));
  });

  test('are dismissed together, and Undo brings them back', async () => {
    await showTwo();
    await press('Dismiss all');
    await waitFor(() => expect(screen.queryByRole('listitem', { name: /Dinner|Brunch/ })).toBeNull());
    await screen.findByText('2 dismissed');
    await press('Undo');
    await item(/Dinner/);
    await item(/Brunch/);
  });

  test('only one has no button for all', async () => {
    await show(() => ({ lost: { amount: 3000 }, stands: { amount: 2500 } }));
    await item(/Dinner/);
    expect(screen.queryByRole('button', { name: 'Dismiss all' })).toBeNull();
  });
});

test('a row that was deleted meanwhile is named as it was then', async () => {
  await show((dinner) => ({
    rowId: ID,
    lost: { amount: 3000 },
    removed: { ...dinner, id: ID, description: 'Picnic', amount: 2500 },
  }));
  const told = await item('Your change was replaced: Picnic, -$30.00');
  expect(await within(told).findByText(/Mar 5/)).toBeTruthy();
});

test('where nothing can be taken back, only Dismiss is offered', async () => {
  await show(() => ({ rowId: ID, lost: { amount: 100 }, stands: { amount: 200 } }));
  const told = await item('Your change was replaced');
  await within(told).findByRole('button', { name: 'Dismiss' });
  expect(within(told).queryByRole('button', { name: 'Use mine' })).toBeNull();
});
