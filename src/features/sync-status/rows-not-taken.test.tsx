// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Operation, Patch } from '#domain/operations';
import { accountScope } from '#domain/scopes';
import type { Verdict } from '#domain/verdicts';
import { createAccount } from '#store/commands/account-create';
import type { Database } from '#store/database/database';
import type { OutboxEntry } from '#store/database/records';
import { insertTransaction, transactionRow } from '#store/database/rows.fixture';
import { writeMonths } from '#store/ledger/ledger';
import { newestTransactions } from '#store/queries/transactions';
import { NO_ACCOUNT_NAME } from '#texts/field-problems';
import { opening } from '../../../tests/support/opening.ts';
import { ACTOR, ANNA, type Screen, showSignedIn } from '../../../tests/support/signed-in-screen.tsx';
import SyncPanel from './sync-panel.tsx';
import { useSyncSummary } from './use-sync-summary.ts';

const LOST = '00000000-0000-4000-8000-0000000000fe';
const mine = { userId: ANNA.id, userEmail: ANNA.email };
const overtaken = { id: '', status: 'superseded', by: 'ben@example.org', versions: {} } as const;
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

/** Household becomes somebody else's account, where Anna is a viewer. */
async function becomeViewer(db: Database) {
  const account = await db.accounts.get(household);
  if (!account) throw new Error('no account');
  const scope = accountScope(household);
  await db.accounts.put({ ...account, ownerId: LOST });
  await db.cursors.put({ scope, accountId: household, role: 'viewer', version: 1, grantId: 'g', before: null });
}

test('who may add to no account keeps a refused entry in a new one', async () => {
  const row = transactionRow(1, { description: 'Night train' });
  await show(async (database) => {
    await add(database, [insertTransaction({ ...row, accountId: household })], forbidden);
    await becomeViewer(database);
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

test('what was not taken of a change of many is one entry, with each transaction and its reason', async () => {
  const ids = [1, 2, 3].map((n) => transactionRow(n).id);
  await show(async (database) => {
    const statement = { id: LOST, accountId: household, date: '2026-11-12', balance: 100 };
    const made = { createdAt: '2026-11-12T12:00:00.000Z', version: 1, changes: [] };
    await database.reconciliations.put({ ...statement, ...made, userId: LOST, userEmail: 'ben@example.org' });
    const place = { accountId: household, ...mine };
    const rows = [
      transactionRow(1, { ...place, description: 'Rent', status: 'reconciled', reconciliationId: LOST }),
      transactionRow(2, { ...place, description: 'Fuel' }),
    ];
    await writeMonths(database, accountScope(household), rows);
    const change = { seen: 1, before: { date: '2026-03-05' }, after: { date: '2026-03-06' } };
    const operations = ids.map((id): Patch => ({ kind: 'patch', table: 'transactions', id, ...change }));
    await add(
      database,
      operations,
      { ...overtaken, reason: 'newer', kept: { date: '2026-03-09' } },
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
    expect.stringMatching(/^Rent.*Reconciled by ben@example\.org with the statement of Nov 12, 2026\.$/),
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
