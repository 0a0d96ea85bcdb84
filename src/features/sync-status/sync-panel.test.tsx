// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import { createAccount } from '#store/commands/accounts/account-create';
import { editEntry } from '#store/commands/entries/entry-edit';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { writeSyncState } from '#store/database/sync-state';
import { writeUnreadable } from '#store/database/unreadable';
import { newestTransactions } from '#store/queries/rows/transactions';
import { chosen } from '../../../tests/support/choosing.ts';
import { opening } from '../../../tests/support/opening.ts';
import { ACTOR, ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import { Panel } from './sync-panel.fixture.tsx';

const LOST = '00000000-0000-4000-8000-0000000000fe';
const mine = { userId: ANNA.id, userEmail: ANNA.email };
const superseded = { id: '', status: 'superseded', by: 'ben@example.org', versions: {} } as const;
const forbidden: Verdict = { id: '', status: 'rejected', reason: 'forbidden', code: null, message: '' };

let shown: Screen;
let household = '';
const copied = vi.fn<(text: string) => Promise<void>>(async () => {});

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} }));
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
});
afterEach(async () => {
  await shown.close();
  copied.mockClear();
  vi.unstubAllGlobals();
});

/** Anna has an account with one dinner in it, all on the server. `prepare` adds entries to settle. */
async function show(prepare: (db: Database) => Promise<unknown>): Promise<Database> {
  shown = await showSignedIn(<Panel />, async (db) => {
    const account = await createAccount(db, ACTOR, { name: 'Household' });
    if (!account.ok) throw new Error('no account');
    household = account.id;
    const dinner = { amount: '25', date: '2026-03-05', description: 'Dinner', category: 'Food' };
    await addTransaction(db, ACTOR, { accountId: household, type: 'expense', ...dinner });
    await Promise.all([db.outbox.clear(), db.bases.clear()]);
    await prepare(db);
  });
  return shown.db;
}

async function add(db: Database, operations: Operation[], verdict: Verdict | null, over: Partial<OutboxEntry> = {}) {
  const id = crypto.randomUUID();
  const at = new Date('2026-03-06T12:00:00Z').toISOString();
  const times = { createdAt: at, editedAt: at, attempts: 1, absorbed: true as const };
  const entry = { id, ...mine, operations, rows: [], ...times };
  const decided = verdict ? { state: verdict.status, verdict: { ...verdict, id } } : { state: 'lost' as const };
  await db.outbox.add({ ...entry, ...decided, ...over });
}

/** Anna changed the dinner to $30.00, but Ben's $25.00 came first. */
async function addConflict(db: Database) {
  const [row] = await newestTransactions(db, household, 1);
  if (!row) throw new Error('no dinner');
  const { id } = row;
  const before = { amount: 2000, type: 'expense' };
  const patch: Patch = {
    kind: 'patch',
    table: 'transactions',
    id,
    seen: 1,
    before,
    after: { ...before, amount: 3000 },
  };
  const verdict: Verdict = { ...superseded, reason: 'newer', kept: { amount: 2500, type: 'expense' } };
  await add(db, [patch], verdict, { content: [{ table: 'transactions', row: { ...row, amount: 3000 } }] });
}

/** Household becomes somebody else's account, where Anna is a viewer. */
async function becomeViewer(db: Database) {
  const account = await db.accounts.get(household);
  if (!account) throw new Error('no account');
  const scope = accountScope(household);
  await db.transaction('rw', db.accounts, db.cursors, async () => {
    await db.accounts.put({ ...account, ownerId: LOST });
    await db.cursors.put({ scope, accountId: household, role: 'viewer', version: 1, grantId: 'g', before: null });
  });
}

const dinner = async () => (await newestTransactions(shown.db, household, 1))[0];

test('a superseded change shows both values, and one tap makes the user’s value the newer one', async () => {
  const db = await show(addConflict);
  const card = within(await screen.findByRole('listitem', { name: 'Your change was replaced: Dinner, -$30.00' }));
  expect(await card.findByText('A newer change by ben@example.org stands.')).toBeTruthy();
  const cells = within(card.getByRole('row', { name: /Amount/ })).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['-$30.00', '-$25.00']);
  fireEvent.click(await card.findByRole('button', { name: 'Use mine' }));
  await screen.findByRole('heading', { name: 'Waiting to be sent' });
  expect(await dinner()).toMatchObject({ amount: 3000 });
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'pending' }]);
});

test('a superseded change can be edited in its dialog and is sent as a new entry', async () => {
  const db = await show(addConflict);
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await opening(() => fireEvent.click(edit));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
  const amount = dialog.getByLabelText<HTMLInputElement>('Amount');
  expect(amount.value).toBe('30.00');
  fireEvent.change(amount, { target: { value: '27.50' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save and send' }));
  await waitFor(async () => expect((await dinner())?.amount).toBe(2750));
  expect(await db.outbox.toArray()).toMatchObject([
    { state: 'pending', operations: [{ before: { amount: 2500 }, after: { amount: 2750 } }] },
  ]);
  await waitFor(() =>
    expect(screen.queryByRole('listitem', { name: 'Your change was replaced: Dinner, -$30.00' })).toBeNull(),
  );
});

test('an entry of a lost account moves to another account', async () => {
  const row = transactionRow(1, { accountId: LOST, description: 'Night train', amount: 8990 });
  const db = await show((database) => add(database, [insertTransaction(row)], forbidden));
  const card = within(await screen.findByRole('listitem', { name: 'Add transaction: Night train, -$89.90' }));
  expect(await card.findByText('It is no longer shared with you, or your role does not allow it.')).toBeTruthy();
  expect(await card.findByText('Mar 5, 2026 · Food · account no longer here')).toBeTruthy();
  fireEvent.click(await card.findByRole('button', { name: 'Move to another account' }));
  expect(card.queryByRole('button', { name: 'Retry' })).toBeNull();
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another account' }));
  expect(chosen(dialog, 'Account')).toBe('Household');
  fireEvent.click(dialog.getByRole('button', { name: 'Move and send' }));
  await waitFor(async () => {
    const rows = await newestTransactions(db, household, 5);
    expect(rows.map(({ description }) => description)).toContain('Night train');
  });
});

test('a transaction that a role forbids names the account, and is retried only where the user may add', async () => {
  const row = transactionRow(1, { description: 'Night train' });
  await show((database) => add(database, [insertTransaction({ ...row, accountId: household })], forbidden));
  const card = within(await screen.findByRole('listitem', { name: /Night train/ }));
  expect(await card.findByText(/your role in Household allows it now: try again/)).toBeTruthy();
  expect(await card.findByRole('button', { name: 'Retry' })).toBeTruthy();
  await becomeViewer(shown.db);
  expect(await card.findByText('Your role in Household does not allow this.')).toBeTruthy();
  await waitFor(() => expect(card.queryByRole('button', { name: 'Retry' })).toBeNull());
});

test('an entry whose id the server refuses shows its content, and gets another id when it is edited', async () => {
  const row = transactionRow(1, { description: 'Night train', amount: 8990, date: '2026-03-31' });
  const taken: Verdict = { ...forbidden, reason: 'duplicate', code: '23505' };
  const db = await show((database) => {
    return add(database, [insertTransaction({ ...row, accountId: household })], taken);
  });
  const card = within(await screen.findByRole('listitem', { name: 'Add transaction: Night train, -$89.90' }));
  expect(await card.findByText('It exists already.')).toBeTruthy();
  const [entry] = await db.outbox.toArray();
  const edited = await editEntry(db, ACTOR, { mutationId: entry?.id ?? '', fields: {} });
  expect(edited.ok).toBe(true);
  await waitFor(async () => {
    const [again] = await newestTransactions(db, household, 1);
    expect(again).toMatchObject({ description: 'Night train', amount: 8990 });
    expect(again?.id).not.toBe(row.id);
  });
  await waitFor(() => expect(screen.queryByText('It exists already.')).toBeNull());
});

test('a refused entry can move to another account only when the user may add to one', async () => {
  const row = transactionRow(1, { description: 'Night train' });
  await show((database) => add(database, [insertTransaction({ ...row, accountId: household })], forbidden));
  const card = within(await screen.findByRole('listitem', { name: /Night train/ }));
  expect(await card.findByRole('button', { name: 'Retry' })).toBeTruthy();
  expect(card.queryByRole('button', { name: 'Move to another account' })).toBeNull();
  await becomeViewer(shown.db);
  await waitFor(() => expect(card.queryByRole('button', { name: 'Retry' })).toBeNull());
  expect(card.queryByRole('button', { name: 'Move to another account' })).toBeNull();
  const choices = card.getAllByRole('button').map((button) => button.textContent);
  expect(choices).toEqual(['Keep in an account of your own', 'Copy', 'Discard']);
  await createAccount(shown.db, ACTOR, { name: 'Pocket' });
  fireEvent.click(await card.findByRole('button', { name: 'Move to another account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another account' }));
  expect(chosen(dialog, 'Account')).toBe('Pocket');
  expect(document.activeElement).toBe(dialog.getByLabelText('Account'));
});

test.each(['patch', 'delete'] as const)('a refused %s of a shared row cannot move to another account', async (kind) => {
  await show(async (db) => {
    await createAccount(db, ACTOR, { name: 'Pocket' });
    const [row] = await newestTransactions(db, household, 1);
    if (!row) throw new Error('no dinner');
    const { id } = row;
    const change = { seen: 1, before: { description: 'Dinner' }, after: { description: 'Supper' } };
    const ofRow = { table: 'transactions', id } as const;
    await add(db, [kind === 'patch' ? { kind, ...ofRow, ...change } : { kind, ...ofRow }], forbidden);
    await becomeViewer(db);
  });
  await screen.findByRole('button', { name: 'Copy' });
  await screen.findByRole('button', { name: 'Discard' });
  expect(screen.queryByRole('button', { name: 'Move to another account' })).toBeNull();
});

test('a user who became a viewer can only discard their superseded change', async () => {
  await show(async (db) => {
    await addConflict(db);
    await becomeViewer(db);
    await createAccount(db, ACTOR, { name: 'Pocket' });
    await add(db, [insertTransaction(transactionRow(1, { accountId: household }))], forbidden);
  });
  // By then the user's permissions are known.
  await screen.findByRole('button', { name: 'Move to another account' });
  const card = within(screen.getByRole('listitem', { name: /^Your change was replaced/ }));
  expect(card.getAllByRole('button').map((button) => button.textContent)).toEqual(['Edit', 'Copy', 'Dismiss']);
  fireEvent.click(card.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: /^Your change was replaced/ })).toBeNull());
});

test('a refused entry is discarded only after a question, and copied in full', async () => {
  const db = await show((database) => add(database, [insertTransaction(transactionRow(1))], forbidden));
  fireEvent.click(await screen.findByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied');
  expect(copied.mock.calls[0]?.[0]).toContain('Add transaction: row 1, -$1.00\nAmount: -$1.00\nDate: Mar 5, 2026');

  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard this entry?' }));
  expect(await db.outbox.count()).toBe(1);
  fireEvent.click(question.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await db.outbox.count()).toBe(0));
});

test('an invitation whose mail failed is not described as being on this device only', async () => {
  await show((db) => {
    const resend: Operation = {
      kind: 'call',
      name: 'invitation.resend',
      arguments: { id: LOST, resentAt: '2026-03-06T12:00:00.000Z' },
    };
    return add(db, [resend], null, { state: 'blocked', blocked: { code: 'mail_failed', by: null }, attempts: 3 });
  });
  expect(await screen.findByText(/^Resend invitation/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard this entry?' }));
  expect(question.getByText(/The server may have the invitation without its mail/)).toBeTruthy();
  expect(question.queryByText(/on this device only/)).toBeNull();
});

test('an entry that waits behind another one is neither retried nor edited; it goes on by itself', async () => {
  await show((db) =>
    add(db, [insertTransaction(transactionRow(1))], forbidden, {
      state: 'blocked',
      blocked: { code: 'XX000', by: 'another' },
    }),
  );
  await screen.findByText('Waits for another entry that the server could not take.');
  await screen.findByRole('button', { name: 'Discard' });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('a long list shows its first entries, and more on request', async () => {
  await show(async (db) => {
    for (let number = 1; number <= 7; number += 1)
      await add(db, [insertTransaction(transactionRow(number))], forbidden);
  });
  await screen.findByRole('listitem', { name: /row 5,/ });
  expect(screen.queryByRole('listitem', { name: /row 6,/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show more (2)' }));
  await screen.findByRole('listitem', { name: /row 7,/ });
});

test('a refused account keeps its place when its name is corrected', async () => {
  const id = crypto.randomUUID();
  const fields = { name: 'Trips', type: 'personal', description: null, accountNumber: null } as const;
  const empty = { kind: 'other', archived: false, position: null } as const;
  const row = { id, createdAt: '2026-03-01T00:00:00Z', ownerId: ANNA.id, ...fields, ...empty };
  const db = await show((database) => add(database, [{ kind: 'insert', table: 'accounts', row }], forbidden));
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit account' }));
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save and send' }));
  expect(await dialog.findByText('Enter a name for the account.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Journeys' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save and send' }));
  await waitFor(async () => expect(await db.accounts.get(id)).toMatchObject({ name: 'Journeys' }));
});

test('for a server that needs another version the panel offers a reload, also during new attempts', async () => {
  const db = await show(async (database) => {
    await writeSyncState(database, { phase: 'upgrade_required', lastError: 'upgrade_required' });
    await add(database, [insertTransaction(transactionRow(1))], forbidden);
  });
  const refused = await screen.findByRole('listitem', { name: /^Add transaction/ });
  const reload = screen.getByRole('button', { name: 'Reload to update' });
  expect(screen.getByText(/^Carryover needs an update: reload/)).toBeTruthy();
  await writeSyncState(db, { phase: 'syncing', hints: 'joined' });
  await screen.findByText('Live updates on');
  expect(reload.isConnected).toBe(true);
  expect(reload.compareDocumentPosition(refused) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('the panel counts the entries that this version cannot read', async () => {
  const row = { scope: null, table: 'invitations', id: null, raw: null };
  const db = await show((prepared) => writeUnreadable(prepared, { rows: [row], scopes: [] }));
  await screen.findByText('1 entry could not be read by this version');
  await writeUnreadable(db, { rows: [row, { ...row, table: 'notices' }], scopes: [accountScope(household)] });
  await screen.findByText('3 entries could not be read by this version');
  await writeUnreadable(db, { rows: [], scopes: [] });
  await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull());
});

test('entries that a restored server lost are a group of their own and are sent again together', async () => {
  const rows = [transactionRow(1, { accountId: LOST }), transactionRow(2, { accountId: LOST })];
  const db = await show(async (database) => {
    for (const row of rows) {
      await add(database, [insertTransaction(row)], null, { content: [{ table: 'transactions', row }] });
    }
  });
  const group = within(await screen.findByRole('region', { name: 'Lost by the server (2)' }));
  await waitFor(() => expect(group.getAllByRole('button', { name: 'Send again' })).toHaveLength(2));
  fireEvent.click(group.getByRole('button', { name: 'Send all again' }));
  await screen.findByRole('heading', { name: 'Waiting to be sent' });
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
});

test('the outbox can be exported when it has entries', async () => {
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await show((db) => add(db, [insertTransaction(transactionRow(1))], forbidden));
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  clicked.mockRestore();
});
