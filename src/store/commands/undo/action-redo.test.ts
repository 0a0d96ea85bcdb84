import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { readActions, readUndone } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { recountMonth } from '../../ledger/recount.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { createBudget } from '../budgets/budget-create.ts';
import { createCategory } from '../categories/category-create.ts';
import { renameCategory } from '../categories/category-rename.ts';
import { carryOutImport } from '../imports/import-carry-out.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { changeTransactions } from '../transactions/transactions-change.ts';
import { addTransfer } from '../transfers/transfer-add.ts';
import { linkTransfer } from '../transfers/transfer-edit.ts';
import { redoAction } from './action-redo.ts';
import { undoAction } from './action-undo.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
  await writeMonths(db, `account:${ACCOUNT}`, [transactionRow(1), transactionRow(2, { amount: 200 })]);
});
afterEach(() => db.delete());

const rows = () => newestTransactions(db, ACCOUNT, 10);
const row = async (number: number): Promise<TransactionRow> => {
  const found = (await rows()).find(({ id }) => id === transactionRow(number).id);
  if (!found) throw new Error('the row is not there');
  return found;
};
const edit = async (change: Partial<Parameters<typeof updateTransaction>[2]>, number = 1) =>
  updateTransaction(db, actor, { row: await row(number), ...change }, now);
const undo = () => undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now);
const redo = () => redoAction(db, actor, { id: readUndone(db)[0]?.action.id ?? '' }, now);
/** As if the server had it. */
const sendAll = () => db.outbox.toCollection().modify({ attempts: 1, state: 'in_flight' });
const input = { accountId: ACCOUNT, type: 'expense', amount: '9', date: '2026-03-01', category: 'Food' } as const;
const whole = () => recountMonth(db, `account:${ACCOUNT}`, '2026-03');

describe('redo of what was never sent', () => {
  it('[S74b] enters an edit again that had left the outbox', async () => {
    await edit({ description: 'Lunch' });
    const [action] = readActions(db);
    await undo();
    expect(await redo()).toEqual({ ok: true, left: 0 });
    expect(await row(1)).toMatchObject({ description: 'Lunch' });
    expect(await db.outbox.toArray()).toMatchObject([
      { operations: [{ kind: 'patch', after: { description: 'Lunch' } }] },
    ]);
    expect(readActions(db)).toMatchObject([{ id: action?.id }]);
    await undo();
    expect([await row(1), await db.outbox.count()]).toEqual([transactionRow(1), 0]);
  });

  it('[S74b] enters an addition and a deletion again', async () => {
    await addTransaction(db, actor, { ...input, description: 'Cinema' }, now);
    await deleteTransaction(db, actor, { row: await row(2) }, now);
    await undo();
    await undo();
    expect(await rows()).toHaveLength(2);
    await redo();
    await redo();
    expect((await rows()).map(({ description }) => description)).toEqual(['row 1', 'Cinema']);
    expect(readUndone(db)).toEqual([]);
    expect(await whole()).toBe(true);
  });

  it('[S74b] leaves a row that was changed since, and says so', async () => {
    await edit({ description: 'Lunch' });
    await undo();
    await db.transactions.toCollection().modify((page) => {
      for (const one of page.rows) if (one.id === transactionRow(1).id) one.description = 'Breakfast';
    });
    expect(await redo()).toEqual({ ok: false, errors: { form: 'changed' } });
    expect(readUndone(db)).toEqual([]);
  });

  it('[S74b] makes both sides of a transfer again, under their old ids', async () => {
    const sides = async () =>
      (await Promise.all([ACCOUNT, OTHER_ACCOUNT].map((account) => newestTransactions(db, account, 1)))).flat();
    await addTransfer(
      db,
      actor,
      { fromAccountId: ACCOUNT, toAccountId: OTHER_ACCOUNT, amount: '7', date: '2026-03-31', description: 'Move' },
      now,
    );
    const made = await sides();
    await undo();
    await redo();
    expect(await sides()).toEqual(made);
  });
});

describe('redo of an import that made a transfer', () => {
  const imported = async () => {
    const other = transactionRow(7, { accountId: OTHER_ACCOUNT, type: 'income', amount: 900, date: '2026-03-05' });
    await writeMonths(db, `account:${OTHER_ACCOUNT}`, [other]);
    const fields = {
      type: 'expense',
      amount: 900,
      date: '2026-03-05',
      description: 'Put aside',
      category: 'Food',
    } as const;
    const line = { kind: 'new', key: 'a'.repeat(40), bankId: null, importedText: 'Put aside', fields } as const;
    const rows = [{ ...line, otherSide: other }];
    await carryOutImport(db, actor, { accountId: ACCOUNT, fileName: 'a.csv', format: 'csv', rows });
  };
  const natures = async () => {
    const found = [...(await rows()), ...(await newestTransactions(db, OTHER_ACCOUNT, 9))];
    return found.flatMap(({ amount, nature }) => (amount === 900 ? nature : []));
  };

  it.each(['never sent', 'sent'])('[S74b, S74a] %s makes the transfer again, too', async (how) => {
    await imported();
    expect(await natures()).toEqual(['transfer', 'transfer']);
    if (how === 'sent') await sendAll();
    await undo();
    expect(await natures()).toEqual(['regular']);
    if (how === 'sent') await sendAll();
    expect(await redo()).toEqual({ ok: true, left: 0 });
    expect(await natures()).toEqual(['transfer', 'transfer']);
  });
});

describe('redo of what was sent', () => {
  it('[S74a] is a mutation that takes the undo back', async () => {
    await edit({ amount: '3' });
    await sendAll();
    await undo();
    await sendAll();
    expect(await redo()).toEqual({ ok: true, left: 0 });
    expect(await row(1)).toMatchObject({ amount: 300 });
    const [edited, undone, redone] = await db.outbox.toArray();
    expect(undone).toMatchObject({ undoes: edited?.id });
    expect(redone).toMatchObject({ undoes: undone?.id, operations: [{ kind: 'patch', undo: true }] });
  });

  it('[S74a] whose undo was never sent takes that out of the outbox', async () => {
    await edit({ amount: '3' });
    await sendAll();
    await undo();
    await redo();
    expect(await row(1)).toMatchObject({ amount: 300 });
    expect(await db.outbox.count()).toBe(1);
  });

  it('[S74a] deletes again what the undo brought back, and brings back what it deleted', async () => {
    await deleteTransaction(db, actor, { row: await row(2) }, now);
    await addTransaction(db, actor, { ...input, description: 'Cinema' }, now);
    await sendAll();
    await undo();
    await sendAll();
    await undo();
    await sendAll();
    expect((await rows()).map(({ description }) => description).sort()).toEqual(['row 1', 'row 2']);
    await redo();
    await redo();
    expect((await rows()).map(({ description }) => description).sort()).toEqual(['Cinema', 'row 1']);
    expect(await whole()).toBe(true);
  });

  it('[S74a] makes a category, a budget and a renamed category again', async () => {
    const made = await createCategory(db, actor, { name: 'Travel', type: 'expense', accountId: ACCOUNT }, now);
    if (!made.ok) throw new Error('refused');
    const budget = { accountId: ACCOUNT, name: 'Trips', amount: '100', categoryId: made.id };
    expect(await createBudget(db, actor, budget, now)).toMatchObject({ ok: true });
    await renameCategory(db, actor, { id: made.id, name: 'Trips' }, now);
    await sendAll();
    for (let step = 0; step < 3; step++) {
      await undo();
      await sendAll();
    }
    expect([await db.categories.count(), await db.budgets.count()]).toEqual([0, 0]);
    for (let step = 0; step < 3; step++) expect(await redo()).toEqual({ ok: true, left: 0 });
    expect(await db.categories.toArray()).toMatchObject([{ name: 'Trips' }]);
    expect(await db.budgets.toArray()).toMatchObject([{ name: 'Trips' }]);
  });

  it('[S74a] changes many rows again, apart, but not one that somebody has changed since', async () => {
    const both = [await row(1), await row(2)];
    const change = { field: 'date', date: '2026-03-06' } as const;
    const changed = await changeTransactions(db, actor, { rows: both, change }, now);
    expect(changed).toMatchObject({ ok: true, count: 2 });
    await sendAll();
    expect(await undo()).toEqual({ ok: true, left: 0 });
    await sendAll();
    await db.transactions.toCollection().modify((page) => {
      for (const one of page.rows) if (one.id === transactionRow(2).id) one.date = '2026-03-07';
    });
    expect(await redo()).toEqual({ ok: true, left: 1 });
    expect([(await row(1)).date, (await row(2)).date]).toEqual(['2026-03-06', '2026-03-07']);
  });
});

it('[S74a] a link that was done again can be undone again', async () => {
  const income = transactionRow(3, { accountId: OTHER_ACCOUNT, type: 'income', amount: 100 });
  await writeMonths(db, `account:${OTHER_ACCOUNT}`, [income]);
  expect(await linkTransfer(db, actor, { rows: [await row(1), income] }, now)).toMatchObject({ ok: true });
  await sendAll();
  await undo();
  await sendAll();
  expect(await redo()).toEqual({ ok: true, left: 0 });
  await sendAll();
  expect(await row(1)).toMatchObject({ nature: 'transfer' });
  expect(await undo()).toEqual({ ok: true, left: 0 });
  expect(await row(1)).toMatchObject({ nature: 'regular' });
});

it('[S67a] an undo of a change of the type leaves all of it where a later action changed the category', async () => {
  await edit({ type: 'income', category: 'Salary' });
  await sendAll();
  const [typed] = readActions(db);
  await edit({ category: 'Gifts' });
  await sendAll();
  expect(await undoAction(db, actor, { id: typed?.id ?? '' }, now)).toEqual({ ok: false, errors: { form: 'changed' } });
  expect(await row(1)).toMatchObject({ type: 'income', category: 'Gifts' });
});

describe('what can be done again', () => {
  it('[S74c] stays on the list when another one has to be done again before it', async () => {
    await edit({ amount: '2' });
    await edit({ amount: '3' });
    await sendAll();
    await undo();
    await undo();
    const [first, second] = readUndone(db);
    expect(await redoAction(db, actor, { id: second?.action.id ?? '' }, now)).toMatchObject({ ok: false });
    expect(await redoAction(db, actor, { id: first?.action.id ?? '' }, now)).toMatchObject({ ok: true });
    expect(await redoAction(db, actor, { id: second?.action.id ?? '' }, now)).toMatchObject({ ok: true });
    expect(await row(1)).toMatchObject({ amount: 300 });
  });

  it('[S74c] ends with the next action', async () => {
    await edit({ description: 'Lunch' });
    await undo();
    expect(readUndone(db)).toHaveLength(1);
    await edit({ amount: '3' }, 2);
    expect(readUndone(db)).toEqual([]);
    expect(await redo()).toEqual({ ok: false, errors: { form: 'not_found' } });
  });

  it('[S74c] goes on after a redo and an undo', async () => {
    await edit({ description: 'Lunch' });
    await edit({ date: '2026-03-02' });
    await undo();
    await undo();
    await redo();
    expect(readUndone(db)).toHaveLength(1);
    await redo();
    expect(await row(1)).toMatchObject({ description: 'Lunch', date: '2026-03-02' });
    expect(readActions(db)).toHaveLength(2);
  });
});

it('[S67g] an undo of an older action leaves a value that a later action wrote again', async () => {
  await edit({ amount: '2' });
  await sendAll();
  const [first] = readActions(db);
  await edit({ amount: '3' });
  await sendAll();
  await edit({ amount: '2' });
  await sendAll();
  expect(await undoAction(db, actor, { id: first?.id ?? '' }, now)).toEqual({ ok: false, errors: { form: 'changed' } });
  expect(await row(1)).toMatchObject({ amount: 200 });
});
