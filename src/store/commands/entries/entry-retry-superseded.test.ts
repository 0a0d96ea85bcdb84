/** "Try again" on an entry that somebody's later edit superseded. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import type { OutboxEntry } from '../../database/records.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { rebase } from '../../optimistic/rebase.ts';
import { entriesToSettle } from '../../outbox/outbox.ts';
import { readEntrySubject } from '../../queries/rows/entry-subject.ts';
import { findTransaction } from '../../queries/rows/transactions.ts';
import { editEntry } from './entry-edit.ts';
import { retryEntry } from './entry-retry.ts';

const now = new Date('2026-03-10T12:00:00Z');
const row = transactionRow(1, { version: 3, description: 'Dinner' });

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

interface Outcome {
  kept: Patch['after'];
  versions?: Record<string, number>;
  /** Whether a pull has brought what stands. */
  absorbed?: true;
}

/** The entry of this operation, after the server's verdict that a later edit by Ben stands. */
async function superseded(operation: Operation, outcome: Outcome, shown = [row]): Promise<string> {
  const id = await commitMutation(db, [operation], { ...ANNA, now, seen: shown });
  const { absorbed, kept, versions = { [ACCOUNT]: 9 } } = outcome;
  const verdict = { id, status: 'superseded', reason: 'newer', kept, by: 'ben@example.org', versions } as const;
  await db.transaction('rw', db.tables, async () =>
    rebase(db, 'all', async ({ entries }) => {
      const decided = entries.map(
        (entry): OutboxEntry => ({
          ...entry,
          state: 'superseded',
          attempts: 1,
          verdict,
          ...(absorbed && { absorbed }),
        }),
      );
      await db.outbox.bulkPut(decided);
      return decided;
    }),
  );
  return id;
}

const patch: Patch = {
  kind: 'patch',
  table: 'transactions',
  id: row.id,
  seen: 3,
  before: { amount: 100, type: 'expense', description: 'Dinner', notes: '' },
  after: { amount: 300, type: 'expense', description: 'Lunch', notes: 'Anna’s' },
};

/** Ben's notes came after Anna's were applied. */
const current = { ...row, version: 12, amount: 900, description: 'Lunch', notes: 'Ben’s' };

const shownRow = () => findTransaction(db, row.id, {});
const operations = async () => (await db.outbox.toArray()).map((entry) => entry.operations);

async function pulled(now: TransactionRow): Promise<void> {
  await syncedTransaction(db, now);
}

describe('[S53a] an entry of which a part was superseded', () => {
  it('sends only that part again, as whole groups, and leaves what somebody has edited since', async () => {
    await pulled(row);
    const id = await superseded(patch, { kept: { amount: 900 }, absorbed: true });
    await db.transactions.clear();
    await pulled(current);
    expect(await retryEntry(db, id, now)).toEqual({ ok: true });
    expect(await operations()).toMatchObject([
      [
        {
          kind: 'patch',
          seen: { accountId: ACCOUNT, number: 12 },
          before: { amount: 900, type: 'expense' },
          after: { amount: 300, type: 'expense' },
        },
      ],
    ]);
    expect(await shownRow()).toMatchObject({ amount: 300, description: 'Lunch', notes: 'Ben’s' });
  });

  it('leaves the type as the user has set it since, if the entry did not change it', async () => {
    await pulled(row);
    const id = await superseded(patch, { kept: { amount: 900 }, absorbed: true });
    await db.transactions.clear();
    await pulled({ ...current, type: 'income' });
    await retryEntry(db, id, now);
    expect(await shownRow()).toMatchObject({ amount: 300, type: 'income' });
  });

  it('has seen what the verdict told, also before a pull brings it', async () => {
    await pulled(row);
    const id = await superseded(patch, { kept: { amount: 900 } });
    await retryEntry(db, id, now);
    expect(await operations()).toMatchObject([[{ seen: { accountId: ACCOUNT, number: 9 } }]]);
    await db.outbox.clear();
    const again = await superseded(patch, { kept: { amount: 900 }, versions: { [OTHER_ACCOUNT]: 2 } });
    await retryEntry(db, again, now);
    expect(await operations()).toMatchObject([[{ seen: { accountId: OTHER_ACCOUNT, number: 2 } }]]);
  });

  it('sends nothing when the row is as the user wants it by now', async () => {
    await pulled(row);
    const id = await superseded(patch, { kept: { amount: 900 }, absorbed: true });
    await db.transactions.clear();
    await pulled({ ...current, amount: 300 });
    expect(await retryEntry(db, id, now)).toEqual({ ok: true });
    expect(await db.outbox.count()).toBe(0);
  });

  it('is shown and corrected without the values that were applied', async () => {
    await pulled(row);
    const id = await superseded(patch, { kept: { amount: 900 }, absorbed: true });
    await db.transactions.clear();
    await pulled(current);
    const [entry] = await entriesToSettle(db);
    expect(entry && (await readEntrySubject(db, entry))?.meant).toMatchObject({ amount: 300, notes: 'Ben’s' });
    const actor = { userId: ANNA.userId, email: ANNA.userEmail };
    await editEntry(db, actor, { mutationId: id, fields: { amount: 400 } }, now);
    expect(await shownRow()).toMatchObject({ amount: 400, notes: 'Ben’s' });
  });

  it('that made a category which exists in another form becomes an edit of that', async () => {
    const { version, ...made } = categoryRow(3);
    await db.categories.put(categoryRow(3, { name: 'Meals', version: 5 }));
    const insert = { kind: 'insert', table: 'categories', row: made } as const;
    const id = await superseded(insert, { kept: { name: 'Meals' }, absorbed: true }, []);
    await retryEntry(db, id, now);
    expect(await operations()).toMatchObject([
      [{ kind: 'patch', table: 'categories', before: { name: 'Meals' }, after: { name: 'Food' } }],
    ]);
  });
});

describe('[S53b] a deletion against which a later edit stands', () => {
  const deletion = { kind: 'delete', table: 'transactions', id: row.id } as const;

  it('brings the row back in sight at once, and the entry is the user’s to settle', async () => {
    await pulled(row);
    await superseded(deletion, { kept: {} });
    expect(await shownRow()).toEqual(row);
    expect(await entriesToSettle(db)).toMatchObject([{ state: 'superseded', seen: [{ row }] }]);
  });

  it('deletes the row as it is now when the user tries again', async () => {
    await pulled(row);
    const id = await superseded(deletion, { kept: {}, absorbed: true });
    await db.transactions.clear();
    await pulled(current);
    expect(await retryEntry(db, id, now)).toEqual({ ok: true });
    expect(await shownRow()).toBeNull();
    expect(await operations()).toEqual([[{ ...deletion, seen: { accountId: ACCOUNT, number: 12 } }]]);
  });

  it('sends nothing when the row is gone by then', async () => {
    await pulled(row);
    const id = await superseded(deletion, { kept: {}, absorbed: true });
    await db.transactions.clear();
    expect(await retryEntry(db, id, now)).toEqual({ ok: true });
    expect(await db.outbox.count()).toBe(0);
  });
});

it('[S52b] a forgotten entry is queued again with its content, under another id and number', async () => {
  await pulled(row);
  const id = await commitMutation(db, [patch], { ...ANNA, now, seen: [row] });
  const verdict = { id, status: 'rejected', reason: 'forgotten', code: null, message: '' } as const;
  await db.transaction('rw', db.tables, async () =>
    rebase(db, 'all', async ({ entries }) => {
      const refused = entries.map((entry): OutboxEntry => ({ ...entry, state: 'rejected', attempts: 1, verdict }));
      await db.outbox.bulkPut(refused);
      return refused;
    }),
  );
  const [before] = await db.outbox.toArray();
  expect(await retryEntry(db, id, now)).toEqual({ ok: true });
  const [again] = await db.outbox.toArray();
  expect(again).toMatchObject({ state: 'pending', attempts: 0, operations: [{ after: patch.after }] });
  expect(again?.seq).toBeGreaterThan(before?.seq ?? Number.POSITIVE_INFINITY);
  expect(again?.id).not.toBe(id);
  expect(await shownRow()).toMatchObject({ amount: 300 });
});

it('an undo of a deletion that left the row otherwise gives it what it was to have', async () => {
  const { version, userId, userEmail, ...written } = row;
  const undo = { kind: 'restore', table: 'transactions', row: written, undo: true } as const;
  const id = await superseded(undo, { kept: { amount: 900 }, absorbed: true }, []);
  await pulled({ ...row, version: 9, amount: 900 });
  expect(await retryEntry(db, id, now)).toEqual({ ok: true });
  expect(await shownRow()).toMatchObject({ amount: row.amount });
});
