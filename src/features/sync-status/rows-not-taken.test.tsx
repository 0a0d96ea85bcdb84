// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { NotTaken, Refusal, Verdict } from '#domain/mutations/verdicts';
import { OPEN, type Role } from '#domain/rows';
import { createAccount } from '#store/commands/accounts/account-create';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { writeSyncState } from '#store/database/sync-state';
import { writeMonths } from '#store/ledger/ledger';
import { newestTransactions } from '#store/queries/rows/transactions';
import { NO_ACCOUNT_NAME } from '#texts/field-problems';
import { chosen } from '../../../tests/support/choosing.ts';
import { opening } from '../../../tests/support/opening.ts';
import { ACTOR, ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import SyncPanel from './sync-panel.tsx';
import { useSyncSummary } from './use-sync-summary.ts';
import { verdictToasts } from './verdict-toasts.ts';

const LOST = '00000000-0000-4000-8000-0000000000fe';
const mine = { userId: ANNA.id, userEmail: ANNA.email };
const superseded = { id: '', status: 'superseded', by: 'ben@example.org', versions: {} } as const;
const forbidden: Verdict = { id: '', status: 'rejected', reason: 'forbidden', code: null, message: '' };

let shown: Screen;
let household = '';
afterEach(() => shown.close());

function Panel() {
  const summary = useSyncSummary();
  return summary ? <SyncPanel summary={summary} /> : null;
}

/** Anna has an account that is on the server. `prepare` adds entries to settle. */
async function show(prepare: (db: Database) => Promise<unknown>): Promise<void> {
  shown = await showSignedIn(<Panel />, async (db) => {
    const account = await createAccount(db, ACTOR, { name: 'Household' });
    if (!account.ok) throw new Error('no account');
    household = account.id;
    await Promise.all([db.outbox.clear(), db.bases.clear()]);
    await prepare(db);
  });
}

async function add(db: Database, operations: Operation[], verdict: Verdict, over: Partial<OutboxEntry> = {}) {
  const id = crypto.randomUUID();
  const at = '2026-03-06T12:00:00.000Z';
  const times = { createdAt: at, editedAt: at };
  const decided = { state: verdict.status, verdict: { ...verdict, id }, attempts: 1 };
  await db.outbox.add({ id, ...mine, ...times, ...decided, operations, rows: [], absorbed: true, ...over });
}

/** Household becomes somebody else's account, where Anna has this role. */
async function becomeMember(db: Database, role: Role) {
  const account = await db.accounts.get(household);
  if (!account) throw new Error('no account');
  const scope = accountScope(household);
  await db.accounts.put({ ...account, ownerId: LOST });
  await db.cursors.put({ scope, accountId: household, role, version: 1, grantId: 'g', before: null });
}

test('who may add to no account keeps a refused entry in a new one', async () => {
  const row = transactionRow(1, { description: 'Night train' });
  await show(async (database) => {
    await add(database, [insertTransaction({ ...row, accountId: household })], forbidden);
    await becomeMember(database, 'viewer');
  });
  const keep = await screen.findByRole('button', { name: 'Keep in an account of your own' });
  await opening(() => fireEvent.click(keep));
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep it in an account of your own?' }));
  const name = dialog.getByLabelText<HTMLInputElement>('Name');
  fireEvent.change(name, { target: { value: ' ' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create account and keep' }));
  expect(await dialog.findByText(NO_ACCOUNT_NAME)).toBeTruthy();
  fireEvent.change(name, { target: { value: 'Pocket' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create account and keep' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const pocket = await shown.db.accounts.filter(({ ownerId }) => ownerId === ANNA.id).first();
  expect(pocket).toMatchObject({ name: 'Pocket' });
  const kept = await newestTransactions(shown.db, pocket?.id ?? '', 1);
  expect(kept).toMatchObject([{ description: 'Night train', budgetId: null }]);
});

test('the edit of a row in an account out of reach says that it becomes a new one elsewhere', async () => {
  const row = transactionRow(1, { accountId: LOST, description: 'Night train' });
  const change = { seen: 1, before: { description: 'Train' }, after: { description: 'Night train' } };
  const patch: Patch = { kind: 'patch', table: 'transactions', id: row.id, ...change };
  await show((db) => add(db, [patch], forbidden, { content: [{ table: 'transactions', row }] }));
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await opening(() => fireEvent.click(edit));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Transaction' }));
  expect(dialog.getByText(/It becomes a new transaction in the account that you choose/)).toBeTruthy();
  expect(chosen(dialog, 'Account')).toBe('Household');
  fireEvent.click(dialog.getByRole('button', { name: 'Save and send' }));
  await waitFor(async () => {
    const kept = await newestTransactions(shown.db, household, 1);
    expect(kept).toMatchObject([{ description: 'Night train' }]);
    expect(kept[0]?.id).not.toBe(row.id);
  });
});

/** Ben's statement of November 12, with which he has reconciled rows of Household. */
async function addStatement(db: Database) {
  const statement = { id: LOST, accountId: household, date: '2026-11-12', balance: 100 };
  const made = { createdAt: '2026-11-12T12:00:00.000Z', version: 1, changes: [] };
  await db.reconciliations.put({ ...statement, ...made, userId: LOST, userEmail: 'ben@example.org' });
}

type Over = Parameters<typeof transactionRow>[1];

const RECONCILED: Over = { status: 'reconciled', reconciliationId: LOST };

/** Anna, a member of Household, has ticked ten rows offline. The server did not take these, which now stand so. */
async function addTicks(db: Database, overs: Over[], notTaken: NotTaken[]) {
  await becomeMember(db, 'member');
  await addStatement(db);
  const open = overs.map((over, at) => transactionRow(at + 1, { accountId: household, ...mine, ...over, ...OPEN }));
  const rows = open.map((row, at) => ({ ...row, ...overs[at] }));
  await writeMonths(db, accountScope(household), rows);
  const [first] = notTaken;
  if (first?.status !== 'rejected') throw new Error('nothing is refused');
  const { status, reason } = first;
  await add(
    db,
    rows.map(({ id }) => tick(id)),
    { id: '', status, reason, code: null, message: '' },
    { amongAll: 10, seen: open.map((row) => ({ table: 'transactions', row })), notTaken },
  );
}

const tick = (id: string): Patch => {
  return {
    kind: 'patch',
    table: 'transactions',
    id,
    seen: 1,
    before: { ...OPEN },
    after: { ...OPEN, status: 'cleared' },
  };
};

const refused = (n: number, reason: Refusal): NotTaken => ({ id: transactionRow(n).id, status: 'rejected', reason });

const BY_BEN = 'Reconciled by ben@example.org with the statement of Nov 12, 2026.';

test('the only row of many that was not taken says why, and is not sent round in a circle', async () => {
  await show((db) => addTicks(db, [{ description: 'Rent', ...RECONCILED }], [refused(1, 'forbidden')]));
  const card = within(await screen.findByRole('listitem', { name: 'Change transaction: Rent, -$1.00' }));
  expect(await card.findByText(BY_BEN)).toBeTruthy();
  await card.findByRole('button', { name: 'Discard' });
  expect(card.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('the toast of the only row that was not taken says the same', async () => {
  await show((db) => addTicks(db, [{ description: 'Rent', ...RECONCILED }], [refused(1, 'forbidden')]));
  const [told] = await verdictToasts(shown.db, await shown.db.outbox.toArray());
  expect(told?.toast).toMatchObject({
    title: 'Update failed',
    description: `Change transaction: Rent, -$1.00. ${BY_BEN}`,
  });
});

test('the toast waits for the pull that follows the verdict, because it brings the reason', async () => {
  await show((db) => addTicks(db, [{ description: 'Rent' }], [refused(1, 'forbidden')]));
  await writeSyncState(shown.db, { phase: 'syncing' });
  const toasts = verdictToasts(shown.db, await shown.db.outbox.toArray());
  const row = transactionRow(1, { accountId: household, ...mine, description: 'Rent', ...RECONCILED });
  await writeMonths(shown.db, accountScope(household), [row]);
  await writeSyncState(shown.db, { phase: 'idle' });
  expect((await toasts)[0]?.toast.description).toBe(`Change transaction: Rent, -$1.00. ${BY_BEN}`);
});

test('a single tick of a row that somebody reconciled says so, too', async () => {
  await show(async (db) => {
    await addTicks(db, [{ description: 'Rent', ...RECONCILED }], [refused(1, 'forbidden')]);
    await db.outbox.toCollection().modify((entry) => {
      delete entry.notTaken;
      delete entry.amongAll;
    });
  });
  expect(await screen.findByText(BY_BEN)).toBeTruthy();
});

test('each refusal of several has the reason that the server gave it, and not one that the row suggests', async () => {
  const ofBen = { userId: LOST, userEmail: 'ben@example.org' };
  await show((db) =>
    addTicks(
      db,
      [
        { description: 'Rent', ...RECONCILED },
        { description: 'Fuel', ...ofBen, ...RECONCILED },
        { description: 'Savings', ...ofBen, nature: 'transfer', transferId: LOST },
        { description: 'Moved', ...RECONCILED, nature: 'transfer', transferId: LOST },
        { description: 'Shop', ...RECONCILED, lines: [{ id: LOST, category: 'Food', cents: 100, note: '' }] },
        { description: 'Tea', ...RECONCILED },
      ],
      [
        refused(1, 'forbidden'),
        refused(2, 'forbidden'),
        refused(3, 'forbidden'),
        refused(4, 'invalid'),
        refused(5, 'invalid'),
        refused(6, 'invalid'),
      ],
    ),
  );
  const card = within(await screen.findByRole('listitem', { name: '6 of 10 transactions were not changed' }));
  fireEvent.click(await card.findByRole('button', { name: 'Show 1 more' }));
  const reasons = (await card.findAllByRole('listitem')).map((item) => item.lastElementChild?.textContent);
  expect(reasons).toEqual([
    BY_BEN,
    'Your role in Household does not allow this.',
    'Your role in Household does not allow this.',
    'It is a side of a transfer by now.',
    'Its amount is divided over several categories by now.',
    'A value is not allowed.',
  ]);
});

test('rows of which nobody in the user’s role may have their way are not offered to be sent again', async () => {
  const rows = [
    { description: 'Rent', ...RECONCILED },
    { description: 'Fuel', ...RECONCILED },
  ];
  await show((db) => addTicks(db, rows, [refused(1, 'forbidden'), refused(2, 'forbidden')]));
  const card = within(await screen.findByRole('listitem', { name: '2 of 10 transactions were not changed' }));
  await card.findByRole('button', { name: 'Discard' });
  expect(card.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a row that is refused before its statement has come says why when it has', async () => {
  await show((db) => addTicks(db, [{ description: 'Rent' }], [refused(1, 'forbidden')]));
  const card = within(await screen.findByRole('listitem', { name: 'Change transaction: Rent, -$1.00' }));
  expect(await card.findByText(/your role in Household allows it now: try again/)).toBeTruthy();
  const row = transactionRow(1, { accountId: household, ...mine, description: 'Rent', ...RECONCILED });
  await writeMonths(shown.db, accountScope(household), [row]);
  await writeSyncState(shown.db, { lastSyncedAt: '2026-11-12T12:00:00.000Z' });
  expect(await card.findByText(BY_BEN)).toBeTruthy();
});

test('an entry of many says what was to be changed, and so does its copy', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(async () => {});
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
  const rows = [
    { description: 'Rent', ...RECONCILED },
    { description: 'Tea', ...RECONCILED },
  ];
  await show((db) => addTicks(db, rows, [refused(1, 'forbidden'), refused(2, 'forbidden')]));
  const card = within(await screen.findByRole('listitem', { name: '2 of 10 transactions were not changed' }));
  expect(await card.findByText('Status: Cleared')).toBeTruthy();
  fireEvent.click(await card.findByRole('button', { name: 'Copy' }));
  await screen.findByText('Copied');
  Reflect.deleteProperty(navigator, 'clipboard');
  expect(copied.mock.calls[0]?.[0].split('\n')).toEqual([
    'Change 2 transactions',
    'Status: Cleared',
    `Rent, -$1.00, Mar 5, 2026: ${BY_BEN}`,
    `Tea, -$1.00, Mar 5, 2026: ${BY_BEN}`,
  ]);
});

test('what was not taken of a change of many is one entry, with each transaction and its reason', async () => {
  const ids = [1, 2, 3].map((n) => transactionRow(n).id);
  await show(async (database) => {
    await becomeMember(database, 'member');
    const change = { seen: 1, before: { date: '2026-03-05' }, after: { date: '2026-03-06' } };
    const place = { accountId: household, ...mine };
    const rows = [
      transactionRow(1, { ...place, description: 'Rent', userId: LOST }),
      transactionRow(2, { ...place, description: 'Fuel' }),
    ];
    await writeMonths(database, accountScope(household), rows);
    await add(
      database,
      ids.map((id): Patch => ({ kind: 'patch', table: 'transactions', id, ...change })),
      { ...superseded, reason: 'newer', kept: { date: '2026-03-09' } },
      {
        amongAll: 250,
        seen: rows.map((row) => ({ table: 'transactions', row })),
        notTaken: [
          { id: ids[0] ?? '', status: 'rejected', reason: 'forbidden' },
          {
            id: ids[1] ?? '',
            status: 'superseded',
            reason: 'newer',
            kept: { date: '2026-03-09' },
            by: 'ben@example.org',
          },
          { id: ids[2] ?? '', status: 'rejected', reason: 'gone' },
        ],
      },
    );
  });
  const card = within(await screen.findByRole('listitem', { name: '3 of 250 transactions were not changed' }));
  const items = await card.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Rent.*Your role in Household does not allow this\.$/),
    expect.stringMatching(/^Fuel.*A newer change by ben@example\.org stands: Mar 9, 2026\.$/),
    expect.stringMatching(/It does not exist any more, or is no longer shared with you\.$/),
  ]);
  fireEvent.click(await card.findByRole('button', { name: 'Change them anyway' }));
  // What is no longer on this device cannot go again, and stays in the panel.
  await waitFor(async () => {
    const entries = await shown.db.outbox.orderBy('seq').toArray();
    expect(entries.map(({ state, operations }) => [state, operations.length])).toEqual([
      ['rejected', 1],
      ['pending', 2],
    ]);
  });
  await screen.findByRole('heading', { name: 'Waiting to be sent' });
  expect(await screen.findByText('It does not exist any more, or is no longer shared with you.')).toBeTruthy();
  await screen.findByRole('button', { name: 'Discard' });
});
