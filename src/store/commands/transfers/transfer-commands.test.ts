import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { transactionAnywhere } from '../../ledger/ledger.ts';
import { accountSummary } from '../../queries/accounts/accounts.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { readTransfer } from '../../queries/transfers/transfer.ts';
import { otherSides } from '../../queries/transfers/transfer-sides.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { undoAction } from '../undo/action-undo.ts';
import { addTransfer } from './transfer-add.ts';
import { deleteTransfer } from './transfer-delete.ts';
import { editTransfer, linkTransfer, unlinkTransfer } from './transfer-edit.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const entered = {
  fromAccountId: ACCOUNT,
  toAccountId: OTHER_ACCOUNT,
  amount: '12.50',
  date: '2026-03-09',
  toDate: '2026-03-10',
  description: 'To savings',
};

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT, createdAt: '2026-01-02T00:00:00.000Z' })]);
});
afterEach(() => db.delete());

async function sides(): Promise<[TransactionRow, TransactionRow]> {
  const [from] = await newestTransactions(db, ACCOUNT, 1);
  const [to] = await newestTransactions(db, OTHER_ACCOUNT, 1);
  if (!from || !to) throw new Error('a side is missing');
  return [from, to];
}

describe('a new transfer', () => {
  it('[S64a, S65a] makes both sides in one mutation, and is neither income nor expense', async () => {
    expect(await addTransfer(db, actor, entered, now)).toMatchObject({ ok: true });
    const [from, to] = await sides();
    expect(from).toMatchObject({ type: 'expense', amount: 1_250, date: '2026-03-09', nature: 'transfer' });
    expect(to).toMatchObject({ type: 'income', amount: 1_250, date: '2026-03-10', transferId: from.transferId });
    expect(await accountSummary(db, ACCOUNT)).toEqual({ income: 0, expense: 0, balance: -1_250, count: 1 });
    expect(await accountSummary(db, OTHER_ACCOUNT)).toEqual({ income: 0, expense: 0, balance: 1_250, count: 1 });
    expect(await db.outbox.count()).toBe(1);
  });

  it('names the field of what is wrong', async () => {
    const refused = await addTransfer(db, actor, { ...entered, toAccountId: ACCOUNT, amount: '' }, now);
    expect(refused).toEqual({ ok: false, errors: { toAccountId: 'same_account', amount: 'empty' } });
    const unknown = { ...entered, toAccountId: '00000000-0000-4000-8000-0000000000ff' };
    expect(await addTransfer(db, actor, unknown, now)).toEqual({ ok: false, errors: { toAccountId: 'not_found' } });
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('a transfer that is there', () => {
  beforeEach(async () => {
    await addTransfer(db, actor, entered, now);
  });

  /** From the side that the money leaves. */
  const edit = async (changes: typeof entered & { toDate?: string; notes?: string; toNotes?: string }) => {
    const rows = await sides();
    return editTransfer(db, actor, { rows, describes: rows[0].id, ...changes }, now);
  };

  it('gets one amount on both sides, and dates and notes of their own', async () => {
    const changes = { ...entered, amount: '20', toDate: '2026-03-12', notes: 'from', toNotes: 'to' };
    expect(await edit(changes)).toMatchObject({ ok: true });
    const [from, to] = await sides();
    expect(from).toMatchObject({ amount: 2_000, date: '2026-03-09', notes: 'from' });
    expect(to).toMatchObject({ amount: 2_000, date: '2026-03-12', notes: 'to' });
    const again = await edit(changes);
    expect(again).toEqual({ ok: true, mutationId: null });
  });

  it('gets a description on the side that it is of; the other side keeps its own', async () => {
    const [from, to] = await sides();
    await updateTransaction(db, actor, { row: to, description: 'Arrived' }, now);
    await edit({ ...entered, amount: '20' });
    expect((await sides()).map(({ description }) => description)).toEqual([from.description, 'Arrived']);
    await edit({ ...entered, amount: '20', description: 'New' });
    expect((await sides()).map(({ description }) => description)).toEqual(['New', 'Arrived']);
  });

  it('is found from either side, however far apart the two days are', async () => {
    await edit({ ...entered, toDate: '2026-09-30' });
    const [from, to] = await sides();
    const found = await otherSides(db, [from, to]);
    expect([found.get(from.id)?.row.id, found.get(to.id)?.row.id]).toEqual([to.id, from.id]);
    for (const row of [from, to]) {
      const { sides: both } = await readTransfer(db, actor.userId, row);
      expect([both?.from.id, both?.to.id]).toEqual([from.id, to.id]);
    }
  });

  it('is called apart only when all months of both accounts are here', async () => {
    const [from, to] = await sides();
    await updateTransaction(db, actor, { row: to, amount: '9' }, now);
    const isApart = async () => (await readTransfer(db, actor.userId, from)).sides?.isApart;
    expect(await isApart()).toBe(true);
    const cursor = { accountId: OTHER_ACCOUNT, role: 'owner', version: 1, grantId: 'g', before: '2026-01' } as const;
    await db.cursors.put({ scope: accountScope(OTHER_ACCOUNT), ...cursor });
    expect(await isApart()).toBe(false);
  });

  it('is deleted and brought back with both sides', async () => {
    const rows = await sides();
    const deleted = await deleteTransfer(db, actor, { rows }, now);
    if (!deleted.ok) throw new Error('not deleted');
    expect((await accountSummary(db, ACCOUNT)).count).toBe(0);
    expect((await accountSummary(db, OTHER_ACCOUNT)).count).toBe(0);
    await undoAction(db, actor, { id: deleted.actionId }, now);
    expect((await accountSummary(db, ACCOUNT)).balance).toBe(-1_250);
    expect((await accountSummary(db, OTHER_ACCOUNT)).balance).toBe(1_250);
  });

  it('[S65b] becomes two regular transactions', async () => {
    await unlinkTransfer(db, actor, { rows: await sides() }, now);
    for (const side of await sides())
      expect(side).toMatchObject({ nature: 'regular', transferId: null, category: 'Uncategorized' });
    expect(await accountSummary(db, ACCOUNT)).toMatchObject({ expense: 1_250, balance: -1_250 });
  });
});

describe('linking', () => {
  const spent = transactionRow(1, { amount: 500 });
  const got = transactionRow(2, { accountId: OTHER_ACCOUNT, type: 'income', amount: 500, date: '2026-03-08' });

  it('makes a transfer of two transactions that fit', async () => {
    for (const row of [spent, got]) await syncedTransaction(db, row);
    expect(await linkTransfer(db, actor, { rows: [spent, got] }, now)).toMatchObject({ ok: true });
    const linked = await transactionAnywhere(db, spent.id);
    expect(linked).toMatchObject({ nature: 'transfer', category: 'Transfer' });
    expect(await accountSummary(db, ACCOUNT)).toMatchObject({ expense: 0, balance: -500 });
  });

  it('refuses what does not fit', async () => {
    for (const other of [
      { amount: 501 },
      { accountId: ACCOUNT },
      { date: '2026-03-11' },
      { nature: 'opening' as const },
      { lines: ['a', 'b'].map((id) => ({ id, category: 'Food', cents: 250, note: '' })) },
    ]) {
      const rows = [spent, { ...got, ...other }];
      expect(await linkTransfer(db, actor, { rows }, now)).toEqual({ ok: false, errors: { form: 'forbidden' } });
    }
  });
});
