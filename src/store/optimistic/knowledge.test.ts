import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { Verdict } from '#domain/mutations/verdicts';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../database/database.ts';
import type { OutboxEntry } from '../database/records.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  budgetRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../database/rows.fixture.ts';
import { MonthBook } from '../ledger/ledger.ts';
import { findTransaction } from '../queries/rows/transactions.ts';
import { commitMutation } from './mutations.ts';
import { rebase } from './rebase.ts';

const now = new Date('2026-03-10T12:00:00Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
  await haveCursor(ACCOUNT, 8);
});
afterEach(() => db.delete());

function haveCursor(accountId: string, version: number, scope = `account:${accountId}`) {
  return db.cursors.put({ scope, accountId, role: 'owner', version, grantId: 'g', before: null });
}

const commit = (operation: Operation, shown: TransactionRow[] = []) =>
  commitMutation(db, [operation], { ...ANNA, now, seen: shown });

/** The user edits the row that they see. */
async function edit(after: Patch['after'], shown?: TransactionRow): Promise<string> {
  const row = shown ?? (await shownRow());
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, String(Reflect.get(row, field))]));
  return commit({ kind: 'patch', table: 'transactions', id: row.id, seen: row.version, before, after }, [row]);
}

async function shownRow(): Promise<TransactionRow> {
  const row = await findTransaction(db, idOf(1), {});
  if (!row) throw new Error('the row is not there');
  return row;
}

/** A pull brings this form of the row. */
async function pulled(row: TransactionRow): Promise<void> {
  await db.transaction('rw', db.tables, async () =>
    rebase(db, 'all', async ({ entries, places }) => {
      for (const place of places.get(row.id) ?? []) {
        const book = new MonthBook(db, place.scope, place.month);
        await book.exchange([row.id], []);
        await book.save();
      }
      await syncedTransaction(db, row);
      places.set(row.id, [{ scope: `account:${row.accountId}`, month: row.date.slice(0, 7) }]);
      return entries;
    }),
  );
}

async function sent(id: string): Promise<void> {
  await db.outbox.where('id').equals(id).modify({ state: 'in_flight', attempts: 1 });
}

async function decided(id: string, verdict: Omit<Extract<Verdict, { status: 'superseded' }>, 'id' | 'status' | 'by'>) {
  await db.transaction('rw', db.tables, async () =>
    rebase(db, 'all', async ({ entries }) => {
      const given = { id, status: 'superseded', by: 'ben@example.org', ...verdict } as const;
      const all = entries.map((entry) =>
        entry.id === id ? { ...entry, state: 'superseded' as const, verdict: given } : entry,
      );
      await db.outbox.bulkPut(all);
      return all;
    }),
  );
}

const last = async (): Promise<OutboxEntry> => {
  const entry = (await db.outbox.orderBy('seq').toArray()).at(-1);
  if (!entry) throw new Error('the outbox is empty');
  return entry;
};

async function seen(): Promise<unknown> {
  const [operation] = (await last()).operations;
  return operation && 'seen' in operation ? operation.seen : undefined;
}

describe('what a patch or a delete had seen', () => {
  it('[S50a] is the account and number of the row as its author saw it, also when a pull was faster', async () => {
    const row = transactionRow(1, { version: 3 });
    await syncedTransaction(db, { ...row, amount: 900, version: 7 });
    await edit({ notes: 'x', description: 'x' }, row);
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 3 });
    await db.outbox.clear();
    await db.bases.clear();
    await commit({ kind: 'delete', table: 'transactions', id: row.id }, [row]);
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 3 });
  });

  it('[S50a] of a small table is the row’s account, and of an account the account itself', async () => {
    await db.budgets.put(budgetRow(30, { version: 5 }));
    await commit({ kind: 'delete', table: 'budgets', id: idOf(30) });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 5 });
    const rename = { before: { name: 'Personal' }, after: { name: 'Home' } };
    await commit({ kind: 'patch', table: 'accounts', id: ACCOUNT, seen: 1, ...rename });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 1 });
  });

  it('[S50b] is less for a group that lay under the user’s own open edit when a newer row came', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    await sent(await edit({ amount: 200, type: 'expense' }));
    await pulled(transactionRow(1, { version: 7, amount: 900, description: 'Ben’s' }));
    await edit({ description: 'x', notes: '' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 7, hidden: { amount: 3 } });
    await sent((await last()).id);
    await pulled(transactionRow(1, { version: 9, amount: 950, description: 'Ben’s' }));
    await edit({ amount: 300, type: 'expense' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 9, hidden: { amount: 3, description: 7, notes: 7 } });
    await commit({ kind: 'delete', table: 'transactions', id: idOf(1) }, [await shownRow()]);
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 9, hidden: { amount: 3, description: 7, notes: 7 } });
  });

  it('[S50b] hides nothing below an entry that was not applied, because its values are off the screen', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    const id = await edit({ amount: 200, type: 'expense' });
    await pulled(transactionRow(1, { version: 7, amount: 900 }));
    await db.outbox.where('id').equals(id).modify({ state: 'rejected' });
    await db.transaction('rw', db.tables, async () => rebase(db, 'all', async ({ entries }) => entries));
    await edit({ amount: 300, type: 'expense' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 7 });
  });

  it('[S50f] is what a waiting deletion had seen, for a row that the user brought back', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    await sent(await edit({ amount: 200, type: 'expense' }));
    await pulled(transactionRow(1, { version: 7, amount: 900 }));
    const { version, userId, userEmail, ...deleted } = await shownRow();
    await commit({ kind: 'delete', table: 'transactions', id: idOf(1) }, [await shownRow()]);
    await commit({ kind: 'restore', table: 'transactions', row: deleted });
    await edit({ description: 'x', notes: '' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 7, hidden: { amount: 3 } });
  });

  it('[S50c] includes what stands instead of a superseded edit, and not what later edits still hide', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    const id = await edit({ amount: 200, type: 'expense' });
    await sent(id);
    await decided(id, { reason: 'newer', kept: { amount: 900 }, versions: { [ACCOUNT]: 8 } });
    expect(await shownRow()).toMatchObject({ amount: 900, version: 3 });
    await edit({ amount: 300, type: 'expense' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 3, hidden: { amount: 8 } });
  });

  it('[S50c] includes what the verdict on the last of several edits told', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    const first = await edit({ amount: 200, type: 'expense' });
    await sent(first);
    const second = await edit({ amount: 300, type: 'expense' });
    await sent(second);
    await decided(second, { reason: 'newer', kept: { amount: 900 }, versions: { [ACCOUNT]: 8 } });
    await edit({ amount: 400, type: 'expense' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 3, hidden: { amount: 8 } });
  });

  it('[S50c] of a second edit is what it was when the first one is superseded afterwards', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    const id = await edit({ amount: 200, type: 'expense' });
    await sent(id);
    await edit({ amount: 300, type: 'expense' });
    await sent((await last()).id);
    await decided(id, { reason: 'newer', kept: { amount: 900 }, versions: { [ACCOUNT]: 8 } });
    await pulled(transactionRow(1, { version: 8, amount: 900 }));
    await edit({ amount: 400, type: 'expense' });
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 8, hidden: { amount: 3 } });
  });

  it('[S50d] is numbered in the account where the server has the row, not where a waiting move shows it', async () => {
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    await sent(await edit({ accountId: OTHER_ACCOUNT }));
    expect(await shownRow()).toMatchObject({ accountId: OTHER_ACCOUNT, version: 3 });
    const form = await shownRow();
    await edit({ notes: 'x', description: 'x' }, form);
    expect(await seen()).toEqual({ accountId: ACCOUNT, number: 3 });
    await sent((await last()).id);
    await pulled(transactionRow(1, { version: 6 }));
    await edit({ date: '2026-03-06' }, form);
    expect(await seen()).toMatchObject({ accountId: ACCOUNT, number: 3 });
  });

  it('[S50d] is numbered where somebody has moved the row meanwhile, once the user sees that row', async () => {
    const third = idOf(803);
    await db.accounts.put(accountRow({ id: third }));
    await syncedTransaction(db, transactionRow(1, { version: 3 }));
    await sent(await edit({ accountId: OTHER_ACCOUNT }));
    await pulled(transactionRow(1, { version: 2, accountId: third }));
    await edit({ notes: 'x', description: 'x' });
    expect(await seen()).toEqual({ accountId: third, number: 2, hidden: { accountId: 0 } });
  });
});

describe('how far the device was where a mutation names a category', () => {
  it('[S50e] goes with additions, restorations and changes of category, and with nothing else', async () => {
    await commit(insertTransaction(transactionRow(1)));
    expect((await last()).cursors).toEqual({ [ACCOUNT]: 8 });
    await edit({ category: 'Home' });
    expect((await last()).cursors).toEqual({ [ACCOUNT]: 8 });
    await edit({ date: '2026-03-06' });
    expect((await last()).cursors).toBeUndefined();
    const { version, userId, userEmail, ...row } = transactionRow(2);
    await commit({ kind: 'restore', table: 'transactions', row });
    expect((await last()).cursors).toEqual({ [ACCOUNT]: 8 });
  });

  it('[S50e] of a move are both accounts, and none is told that was never pulled', async () => {
    await syncedTransaction(db, transactionRow(1));
    await edit({ category: 'Home', accountId: OTHER_ACCOUNT });
    expect((await last()).cursors).toEqual({ [ACCOUNT]: 8 });
    await db.outbox.clear();
    await db.bases.clear();
    await haveCursor(OTHER_ACCOUNT, 4);
    await syncedTransaction(db, transactionRow(2));
    const [row] = [transactionRow(2)];
    await edit({ category: 'Home', accountId: OTHER_ACCOUNT }, row);
    expect((await last()).cursors).toEqual({ [ACCOUNT]: 8, [OTHER_ACCOUNT]: 4 });
  });

  it('[S50e] of an account of which the user has only budgets is the least of theirs', async () => {
    await db.accounts.clear();
    await db.cursors.clear();
    await haveCursor(ACCOUNT, 6, `budget:${idOf(30)}`);
    await haveCursor(ACCOUNT, 5, `budget:${idOf(31)}`);
    await commit(insertTransaction(transactionRow(1, { budgetId: idOf(30) })));
    expect((await last()).cursors).toEqual({ [ACCOUNT]: 5 });
  });
});

it('a patch that only names the type leaves a type that somebody else has changed', async () => {
  await syncedTransaction(db, transactionRow(1, { version: 3 }));
  await edit({ amount: 200, type: 'expense' });
  await pulled(transactionRow(1, { version: 7, type: 'income', category: 'Salary' }));
  expect(await shownRow()).toMatchObject({ amount: 200, type: 'income', category: 'Salary' });
});
