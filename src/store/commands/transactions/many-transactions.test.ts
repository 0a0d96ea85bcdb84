import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import type { BulkChange } from '#domain/transactions/bulk-change';
import fc from '../../../../tests/support/random.ts';
import { dropAction, readActions } from '../../actions/actions.ts';
import { writeBudgetRoles } from '../../database/budget-roles.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { MonthBook, readSums, writeMonths } from '../../ledger/ledger.ts';
import { recountMonth } from '../../ledger/recount.ts';
import { recountSums } from '../../ledger/sums.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { undoAction } from '../undo/action-undo.ts';
import { changeTransactions } from './transactions-change.ts';
import { deleteTransactions } from './transactions-delete.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const COUNT = 520;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
  const all = Array.from({ length: COUNT }, (_, n) => transactionRow(n, { amount: n + 1 }));
  await writeMonths(db, `account:${ACCOUNT}`, all);
});
afterEach(() => db.delete());

const rows = (accountId = ACCOUNT) => newestTransactions(db, accountId, COUNT);
const sendAll = () => db.outbox.toCollection().modify({ attempts: 1, state: 'in_flight' });

it('deletes many rows in several mutations that one Undo takes back, sent or not', async () => {
  const all = await rows();
  for (const isSent of [false, true]) {
    const deleted = await deleteTransactions(db, actor, { rows: all }, now);
    expect(deleted).toMatchObject({ ok: true, count: COUNT });
    expect(await rows()).toEqual([]);
    expect((await db.outbox.toArray()).map(({ operations }) => operations.length)).toEqual([250, 250, 20]);
    if (isSent) await sendAll();
    expect(await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now)).toEqual({ ok: true, left: 0 });
    expect(await rows()).toHaveLength(COUNT);
    expect(await recountMonth(db, `account:${ACCOUNT}`, '2026-03')).toBe(true);
  }
});

it('moves many rows to another account, and undoes it but for what has changed since', async () => {
  const change = { field: 'accountId', accountId: OTHER_ACCOUNT } as const;
  expect(await changeTransactions(db, actor, { rows: await rows(), change }, now)).toMatchObject({ count: COUNT });
  await sendAll();
  const [first, ...others] = await rows(OTHER_ACCOUNT);
  expect(others).toHaveLength(COUNT - 1);
  const back = { field: 'accountId', accountId: ACCOUNT } as const;
  await changeTransactions(db, actor, { rows: first ? [first] : [], change: back }, now);
  expect(await undoAction(db, actor, { id: readActions(db)[1]?.id ?? '' }, now)).toEqual({ ok: true, left: 1 });
  expect(await rows(OTHER_ACCOUNT)).toEqual([]);
  expect(await rows()).toHaveLength(COUNT);
});

it('changes the category of rows of its type only, not of split ones, and counts those', async () => {
  const income = transactionRow(COUNT + 1, { type: 'income' });
  const lines = ['Food', 'Home'].map((category, n) => ({ id: idOf(5001 + n), category, cents: 50, note: '' }));
  const split = transactionRow(COUNT + 2, { category: 'Split', lines });
  const change = { field: 'category', type: 'expense', category: 'Home' } as const;
  const [one] = await rows();
  const changed = await changeTransactions(db, actor, { rows: one ? [one, income, split] : [], change }, now);
  expect(changed).toMatchObject({ ok: true, count: 1 });
});

it('changes nothing when the user may not change one of the rows', async () => {
  const BEN = idOf(9999);
  await db.accounts.put(accountRow({ ownerId: BEN }));
  const role = { role: 'member', version: 1, grantId: 'g', before: null } as const;
  await db.cursors.put({ scope: `account:${ACCOUNT}`, accountId: ACCOUNT, ...role });
  const [mine, ...others] = await rows();
  const theirs = { ...others[0], ...transactionRow(3, { userId: BEN }) };
  const refused = await deleteTransactions(db, actor, { rows: mine ? [mine, theirs] : [] }, now);
  expect(refused).toEqual({ ok: false, errors: { form: 'forbidden' } });
  expect(await rows()).toHaveLength(COUNT);
  expect(readActions(db)).toEqual([]);
});

it('sets the status of rows, sides of transfers too, and leaves reconciled ones', async () => {
  const [side, reconciled, open] = await rows();
  if (!side || !reconciled || !open) throw new Error('no rows');
  const changed = [
    { ...side, nature: 'transfer', transferId: idOf(8000) } as const,
    { ...reconciled, status: 'reconciled', reconciliationId: idOf(8001) } as const,
    open,
  ];
  await db.transaction('rw', db.ledger, async () => {
    const book = new MonthBook(db, `account:${ACCOUNT}`, '2026-03');
    const ids = changed.map(({ id }) => id);
    await book.exchange(ids, changed);
    await book.save();
  });
  const change = { field: 'status', status: 'cleared' } as const;
  expect(await changeTransactions(db, actor, { rows: changed, change }, now)).toMatchObject({ ok: true, count: 2 });
  const statuses = new Map((await rows()).map(({ id, status }) => [id, status]));
  expect(changed.map(({ id }) => statuses.get(id))).toEqual(['cleared', 'reconciled', 'cleared']);
});

describe('of a reconciled row, a change of many', () => {
  const STATEMENT = idOf(8001);

  /** The newest row, which is reconciled, and the one after it. */
  async function reconcileOne() {
    const [first, second] = await rows();
    if (!first || !second) throw new Error('no rows');
    const reconciled = { ...first, status: 'reconciled', reconciliationId: STATEMENT } as const;
    await db.transaction('rw', db.ledger, async () => {
      const book = new MonthBook(db, `account:${ACCOUNT}`, '2026-03');
      await book.exchange([reconciled.id], [reconciled]);
      await book.save();
    });
    return [reconciled, second];
  }

  const CHANGES: [BulkChange, object][] = [
    [{ field: 'category', type: 'expense', category: 'Home' }, { category: 'Home' }],
    [{ field: 'description', description: 'Rent' }, { description: 'Rent' }],
    [{ field: 'notes', notes: 'asked Ben' }, { notes: 'asked Ben' }],
  ];

  it.each(CHANGES)('takes %j, and the row stays reconciled', async (change, after) => {
    const both = await reconcileOne();
    expect(await changeTransactions(db, actor, { rows: both, change }, now)).toMatchObject({ ok: true, count: 2 });
    const ids = new Set(both.map(({ id }) => id));
    const changed = (await rows()).filter(({ id }) => ids.has(id));
    expect(changed).toMatchObject([after, after]);
    expect(changed.find(({ id }) => id === both[0]?.id)).toMatchObject({
      status: 'reconciled',
      reconciliationId: STATEMENT,
    });
  });

  const LOCKED: BulkChange[] = [
    { field: 'date', date: '2026-03-01' },
    { field: 'accountId', accountId: OTHER_ACCOUNT },
    { field: 'status', status: 'open' },
  ];

  it.each(LOCKED)('leaves %j, which the statement agrees with', async (change) => {
    const [reconciled] = await reconcileOne();
    if (!reconciled) throw new Error('no row');
    const left = await changeTransactions(db, actor, { rows: [reconciled], change }, now);
    expect(left).toMatchObject({ ok: true, count: 0 });
    expect((await rows()).find(({ id }) => id === reconciled.id)).toEqual(reconciled);
  });
});

it('[S68b] changes no status where the user manages a budget and only looks at the account', async () => {
  await db.accounts.put(accountRow({ ownerId: idOf(9999) }));
  const role = { role: 'viewer', version: 1, grantId: 'g', before: null } as const;
  await db.cursors.put({ scope: `account:${ACCOUNT}`, accountId: ACCOUNT, ...role });
  await writeBudgetRoles(db, [{ budgetId: idOf(7), role: 'admin' }]);
  const [row] = await rows();
  const contribution = { ...row, ...transactionRow(1, { budgetId: idOf(7) }) };
  const change = { field: 'status', status: 'cleared' } as const;
  const refused = await changeTransactions(db, actor, { rows: [contribution], change }, now);
  expect(refused).toEqual({ ok: false, errors: { form: 'forbidden' } });
});

it('is no action on the list when one of several mutations is refused', async () => {
  const all = await rows();
  const gone = transactionRow(COUNT + 5);
  expect(await deleteTransactions(db, actor, { rows: [...all, gone] }, now)).toMatchObject({ ok: false });
  expect(readActions(db)).toEqual([]);
  expect(await rows()).toHaveLength(COUNT);
});

it('[G7] totals and sums equal a recount after random changes, deletions and undos of many rows', async () => {
  const dates = ['2026-01-05', '2026-02-28', '2026-03-05', '2026-03-31'];
  const change = fc.oneof(
    fc.record({ field: fc.constant('date' as const), date: fc.constantFrom(...dates) }),
    fc.record({ field: fc.constant('accountId' as const), accountId: fc.constantFrom(ACCOUNT, OTHER_ACCOUNT) }),
    fc.record({
      field: fc.constant('category' as const),
      type: fc.constantFrom('income' as const, 'expense' as const),
      category: fc.constantFrom('Food', 'Home'),
    }),
    fc.record({ field: fc.constant('status' as const), status: fc.constantFrom('open' as const, 'cleared' as const) }),
  );
  const step = fc.record({
    change: fc.option(change, { nil: null }),
    every: fc.integer({ min: 1, max: 5 }),
    isSent: fc.boolean(),
    undone: fc.option(fc.nat({ max: 2 }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      await refill(dates);
      for (const { change, every, isSent, undone } of steps) {
        const before = await shown();
        const chosen = before.filter((_, at) => at % every === 0);
        if (change) await changeTransactions(db, actor, { rows: chosen, change }, now);
        else await deleteTransactions(db, actor, { rows: chosen }, now);
        await expectRecounted();
        if (isSent) await sendAll();
        const [action] = readActions(db).slice(undone ?? 0);
        const isLast = undone === 0 && (await shown()).some((row, at) => !sameRow(row, before[at]));
        if (undone === null || !action) continue;
        await undoAction(db, actor, { id: action.id }, now);
        await expectRecounted();
        const after = await shown();
        expect(after.map(plain)).toEqual((isLast ? before : after).map(plain));
      }
    }),
    { numRuns: 25 },
  );
});

/** A ledger of 60 rows, with splits, income and other natures. */
async function refill(dates: readonly string[]): Promise<void> {
  for (const { id } of readActions(db)) dropAction(db, id);
  await Promise.all([db.outbox.clear(), db.bases.clear(), ...db.ledger.map((table) => table.clear())]);
  const lines = [
    { id: idOf(5001), category: 'Food', cents: 40, note: '' },
    { id: idOf(5002), category: 'Home', cents: 60, note: '' },
  ];
  const all = Array.from({ length: 60 }, (_, n) =>
    transactionRow(n, {
      date: dates[n % dates.length] ?? '2026-03-05',
      ...(n % 3 === 0 && { type: 'income' }),
      ...(n % 7 === 0 && { category: 'Split', lines }),
      ...(n % 11 === 5 && { nature: 'adjustment' }),
    }),
  );
  await writeMonths(db, `account:${ACCOUNT}`, all);
}

const shown = async () => [...(await rows()), ...(await rows(OTHER_ACCOUNT))];
/** A row that was brought back has no number until the server gives one. */
const plain = ({ version: _, ...row }: TransactionRow) => row;
const sameRow = (one: TransactionRow, other: TransactionRow | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

async function expectRecounted(): Promise<void> {
  for (const [scope, month] of await db.totals.toCollection().primaryKeys()) {
    expect(await recountMonth(db, scope, month)).toBe(true);
  }
  for (const account of [ACCOUNT, OTHER_ACCOUNT]) {
    const scope = `account:${account}`;
    expect(await recountSums(db, scope)).toBe(true);
    expect((await readSums(db, scope)).count).toBe((await rows(account)).length);
  }
}
