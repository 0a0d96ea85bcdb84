import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Patch } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import type { KeptRow, OutboxEntry } from '../../database/records.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  insertTransaction,
  invitationRow,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { MonthBook, MonthBooks } from '../../ledger/ledger.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { createAccount } from '../accounts/account-create.ts';
import { sendInvitation } from '../sharing/invitation-send.ts';
import { editEntry } from './entry-edit.ts';

const now = new Date('2026-03-10T12:00:00Z');
const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const LOST = '00000000-0000-4000-8000-0000000000fe';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

/** Puts rows into the ledger as the server has them, without any open entry. */
async function synced(...rows: TransactionRow[]): Promise<void> {
  const books = new MonthBooks(db);
  for (const row of rows) {
    await books.at({ scope: `account:${row.accountId}`, month: row.date.slice(0, 7) }).add(row);
  }
  await books.save();
}

/** Puts an entry into the outbox as the engine leaves it after the verdict and the pull. */
async function decided(operations: OutboxEntry['operations'], verdict: Verdict, content: KeptRow[] = []) {
  const id = crypto.randomUUID();
  const entry = { id, userId: ANNA.userId, userEmail: ANNA.userEmail, operations, content };
  const sent = { editedAt: now.toISOString(), createdAt: now.toISOString(), rows: [], attempts: 1 };
  await db.outbox.add({ ...entry, ...sent, state: verdict.status, verdict: { ...verdict, id }, absorbed: true });
  return id;
}

const patch = (row: TransactionRow, before: Patch['before'], after: Patch['after']): Patch => ({
  kind: 'patch',
  table: 'transactions',
  id: row.id,
  seen: row.version,
  before,
  after,
});

const superseded = { id: '', status: 'superseded', by: null, versions: {} } as const;
const newer: Verdict = { ...superseded, reason: 'newer', kept: { amount: 2500, type: 'expense' } };
const deleted: Verdict = { ...superseded, reason: 'deleted', kept: {} };
const forbidden: Verdict = { id: '', status: 'rejected', reason: 'forbidden', code: null, message: '' };

test('a corrected superseded edit is a new edit of the current row', async () => {
  const stands = transactionRow(1, { amount: 2500, version: 7 });
  await synced(stands);
  const mutationId = await decided(
    [patch(stands, { amount: 2000, type: 'expense' }, { amount: 3000, type: 'expense' })],
    newer,
  );
  const edited = await editEntry(db, actor, { mutationId, fields: { amount: 2750, category: 'Travel' } }, now);
  expect(edited.ok).toBe(true);
  const [entry, ...others] = await db.outbox.toArray();
  expect(others).toEqual([]);
  expect(entry?.id).not.toBe(mutationId);
  expect(entry?.operations).toEqual([
    {
      kind: 'patch',
      table: 'transactions',
      id: stands.id,
      seen: { accountId: ACCOUNT, number: 7 },
      before: { amount: 2500, type: 'expense', refund: false, category: stands.category },
      after: { amount: 2750, type: 'expense', refund: false, category: 'Travel' },
    },
  ]);
});

test('a row that somebody has moved to another month is found', async () => {
  const stands = transactionRow(1, { amount: 2500, date: '2026-01-05' });
  await synced(stands);
  const seen = { ...stands, date: '2026-03-05' };
  const mutationId = await decided(
    [patch(seen, { amount: 2000, type: 'expense' }, { amount: 3000, type: 'expense' })],
    newer,
  );
  expect(await editEntry(db, actor, { mutationId, fields: { amount: 2750 } }, now)).toMatchObject({ ok: true });
  expect(await new MonthBook(db, `account:${ACCOUNT}`, '2026-01').all()).toMatchObject([{ amount: 2750 }]);
});

test('a correction that changes nothing makes no new mutation', async () => {
  const stands = transactionRow(1, { amount: 2500 });
  await synced(stands);
  const mutationId = await decided(
    [patch(stands, { amount: 2000, type: 'expense' }, { amount: 3000, type: 'expense' })],
    newer,
  );
  const edited = await editEntry(db, actor, { mutationId, fields: { amount: 2500, type: 'expense' } }, now);
  expect(edited).toEqual({ ok: true, mutationId: null });
  expect(await db.outbox.count()).toBe(0);
});

test('an entry of a lost account moves to another account of the user', async () => {
  const row = transactionRow(1, { accountId: LOST });
  const mutationId = await decided([insertTransaction(row)], forbidden);
  const moved = await editEntry(db, actor, { mutationId, fields: { accountId: ACCOUNT, budgetId: null } }, now);
  expect(moved.ok).toBe(true);
  expect(await new MonthBook(db, `account:${ACCOUNT}`, '2026-03').all()).toMatchObject([
    { id: row.id, amount: row.amount, description: row.description },
  ]);
});

test('an edit in a lost account becomes a new transaction in another one', async () => {
  const row = transactionRow(1, { accountId: LOST, amount: 3000 });
  const operation = patch(row, { amount: 2000, type: 'expense' }, { amount: 3000, type: 'expense' });
  const mutationId = await decided([operation], forbidden, [{ table: 'transactions', row }]);
  expect(await editEntry(db, actor, { mutationId, fields: { accountId: ACCOUNT } }, now)).toMatchObject({ ok: true });
  const [made] = await new MonthBook(db, `account:${ACCOUNT}`, '2026-03').all();
  expect(made).toMatchObject({ accountId: ACCOUNT, amount: 3000, description: row.description });
  expect(made?.id).not.toBe(row.id);
});

test('a move to an account without the right to add is refused, and the entry stays', async () => {
  const mutationId = await decided([insertTransaction(transactionRow(1, { accountId: LOST }))], forbidden);
  const moved = await editEntry(db, actor, { mutationId, fields: { amount: 100 } }, now);
  expect(moved).toEqual({ ok: false, errors: { accountId: 'not_found' } });
  expect(await db.outbox.toArray()).toMatchObject([{ id: mutationId, state: 'rejected' }]);
});

test('a transaction that was deleted meanwhile is restored with the corrected values', async () => {
  const row = transactionRow(1, { amount: 3000 });
  const operation = patch(row, { amount: 2000, type: 'expense' }, { amount: 3000, type: 'expense' });
  const mutationId = await decided([operation], deleted, [{ table: 'transactions', row }]);
  await editEntry(db, actor, { mutationId, fields: { description: 'Put right' } }, now);
  const [entry] = await db.outbox.toArray();
  expect(entry?.operations).toMatchObject([
    { kind: 'restore', row: { id: row.id, amount: 3000, description: 'Put right' } },
  ]);
});

test('an account whose name is corrected keeps its id, and is sent before what refers to it', async () => {
  const made = await createAccount(db, actor, { name: 'Trips' }, now);
  if (!made.ok) throw new Error('no account');
  await db.outbox
    .where('id')
    .equals(made.mutationId)
    .modify({ state: 'blocked', blocked: { code: 'XX000', by: null } });
  const later = await commitMutation(db, [insertTransaction(transactionRow(1, { accountId: made.id }))], {
    ...ANNA,
    now,
  });
  const patched: Patch = {
    kind: 'patch',
    table: 'accounts',
    id: made.id,
    seen: 0,
    before: { type: 'personal' },
    after: { type: 'business' },
  };
  const edited = await commitMutation(db, [patched], { ...ANNA, now });
  await editEntry(db, actor, { mutationId: made.mutationId, fields: { name: 'Journeys' } }, now);
  expect(await db.accounts.get(made.id)).toMatchObject({ name: 'Journeys', type: 'business' });
  const entries = await db.outbox.toArray();
  expect(entries.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
  expect(entries.map(({ id }) => id).slice(1)).toEqual([later, edited]);
});

test('an entry that was settled in another tab stays as it is', async () => {
  const edited = await editEntry(db, actor, { mutationId: crypto.randomUUID(), fields: { amount: 1 } }, now);
  expect(edited).toEqual({ ok: false, errors: { form: 'settled' } });
});

describe('a corrected blocked invitation', () => {
  const toBen = { email: 'ben@example.org', target: 'account', targetId: ACCOUNT } as const;

  async function editBlocked(onServer: boolean): Promise<{ before: string; calls: unknown[][] }> {
    const sent = await sendInvitation(db, actor, toBen, now);
    if (!sent.ok) throw new Error('refused');
    await db.outbox.toCollection().modify({ state: 'blocked', attempts: 3 });
    const row = onServer ? invitationRow(1, { id: sent.id, email: toBen.email, version: 4 }) : null;
    await db.bases.put({ table: 'invitations', id: sent.id, row });
    expect(
      await editEntry(db, actor, { mutationId: sent.mutationId, fields: { email: 'eve@example.org' } }, now),
    ).toEqual({
      ok: true,
      mutationId: expect.any(String),
    });
    const entries = await db.outbox.orderBy('seq').toArray();
    const calls = entries.flatMap(({ operations }) =>
      operations.flatMap((one) => (one.kind === 'call' && 'id' in one.arguments ? [[one.name, one.arguments.id]] : [])),
    );
    return { before: sent.id, calls };
  }

  test('is a new one, and the old one is revoked first when the server has it without its mail', async () => {
    const { before, calls } = await editBlocked(true);
    expect(calls).toEqual([
      ['invitation.revoke', before],
      ['invitation.send', expect.not.stringContaining(before)],
    ]);
    expect(await db.invitations.toArray()).toMatchObject([{ email: 'eve@example.org', status: 'pending' }]);
  });

  test('is only a new one when the server never had the old one', async () => {
    const { before, calls } = await editBlocked(false);
    expect(calls).toEqual([['invitation.send', expect.not.stringContaining(before)]]);
    expect(await db.invitations.toArray()).toMatchObject([{ email: 'eve@example.org' }]);
  });
});
