import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { categoriesOf, SPLIT } from '#domain/money/lines';
import { readActions } from '../../actions/actions.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { watchNames } from '../../database/watch-names.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { deleteCategory } from '../categories/category-delete.ts';
import { renameCategory } from '../categories/category-rename.ts';
import { editEntry } from '../entries/entry-edit.ts';
import { retryEntry } from '../entries/entry-retry.ts';
import { carryOutMigration } from '../imports/migration-carry-out.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { updateTransaction } from '../transactions/transaction-update.ts';
import { changeTransactions } from '../transactions/transactions-change.ts';
import { undoAction } from '../undo/action-undo.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00Z');
const FOOD = idOf(901);
const entry = { accountId: ACCOUNT, type: 'expense', amount: '2', date: '2026-03-06', description: 'Lunch' } as const;
const food = { category: 'Food', categoryId: FOOD };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
  await db.categories.put(categoryRow(901));
});
afterEach(() => db.delete());

/** Another device renames a category, and a pull brings it. */
async function pullName(id: string, name: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const row = await db.categories.get(id);
    if (!row) throw new Error('no category');
    const noteNames = await watchNames(db, [{ id, name }]);
    await db.categories.put({ ...row, name });
    await noteNames();
  });
}

async function share(role: 'member' | 'admin'): Promise<void> {
  await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(99) }));
  const cursor = { version: 1, grantId: idOf(98), before: null };
  await db.cursors.put({ scope: `account:${OTHER_ACCOUNT}`, accountId: OTHER_ACCOUNT, role, ...cursor });
}

const names = async (accountId = ACCOUNT) => (await newestTransactions(db, accountId, 9)).flatMap(categoriesOf);
const sent = async () => (await db.outbox.toArray()).map(({ operations }) => operations);

describe('a category that was chosen and renamed before the form is saved', () => {
  it('[S73a] is saved under the new name, here and in what goes up', async () => {
    await renameCategory(db, actor, { id: FOOD, name: 'Groceries' }, now);
    expect(await addTransaction(db, actor, { ...entry, ...food }, now)).toMatchObject({ ok: true });
    expect(await names()).toEqual(['Groceries']);
    expect((await sent()).at(-1)).toMatchObject([{ kind: 'insert', row: { category: 'Groceries' } }]);
  });

  it('[S73a] is the one that was chosen, though another one has the name now', async () => {
    await db.categories.put(categoryRow(902, { name: 'Home' }));
    await pullName(FOOD, 'Meals');
    await pullName(idOf(902), 'Food');
    await addTransaction(db, actor, { ...entry, ...food }, now);
    expect(await names()).toEqual(['Meals']);
  });

  it('[S73a] stays in each line of a split, by the ids of the lines', async () => {
    await db.categories.put(categoryRow(902, { name: 'Home' }));
    await pullName(FOOD, 'Meals');
    await pullName(idOf(902), 'Food');
    const line = (number: number, categoryId: string, category: string) => {
      return { id: idOf(number), category, categoryId, amount: '1', note: '' };
    };
    const lines = [line(11, FOOD, 'Food'), line(12, idOf(902), 'Home')];
    await addTransaction(db, actor, { ...entry, category: '', lines }, now);
    expect(await names()).toEqual(['Meals', 'Food']);
    const [row] = await newestTransactions(db, ACCOUNT, 1);
    expect(Object.keys(row?.lines?.[0] ?? {}).sort()).toEqual(['category', 'cents', 'id', 'note']);
  });

  it('[S73b] is found by its old name where its id is not known, also after two renames', async () => {
    await pullName(FOOD, 'Meals');
    await pullName(FOOD, 'Groceries');
    for (const category of ['Food', 'Meals']) await addTransaction(db, actor, { ...entry, category }, now);
    expect(await names()).toEqual(['Groceries', 'Groceries']);
  });

  it('[S73b] is found by the name that a rename gave it before that was taken back', async () => {
    await renameCategory(db, actor, { id: FOOD, name: 'Groceries' }, now);
    await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now);
    await addTransaction(db, actor, { ...entry, category: 'Groceries' }, now);
    expect(await names()).toEqual(['Food']);
  });

  it('[S73b] leaves alone a name that a category has, that none had, and the word for none', async () => {
    await pullName(FOOD, 'Uncategorized');
    await pullName(FOOD, 'Meals');
    await db.categories.put(categoryRow(902));
    for (const category of ['Food', 'food truck', 'Uncategorized']) {
      await addTransaction(db, actor, { ...entry, category }, now);
    }
    expect((await names()).sort()).toEqual(['Food', 'Uncategorized', 'food truck']);
  });

  it('[S73b] keeps the name as text where the category is gone', async () => {
    await pullName(FOOD, 'Meals');
    await deleteCategory(db, actor, { id: FOOD }, now);
    await addTransaction(db, actor, { ...entry, ...food }, now);
    expect(await names()).toEqual(['Food']);
  });

  it('[S73a] reaches a change of many rows', async () => {
    const rows = [transactionRow(1, { category: 'Fun' }), transactionRow(2, { category: 'Home' })];
    for (const row of rows) await syncedTransaction(db, row);
    await pullName(FOOD, 'Groceries');
    await changeTransactions(db, actor, { rows, change: { field: 'category', type: 'expense', ...food } }, now);
    expect(await names()).toEqual(['Groceries', 'Groceries']);
  });
});

it('[S73b] the budget of another app is made for a category that was renamed after the plan was', async () => {
  await pullName(FOOD, 'Groceries');
  const budgets = [{ accountId: ACCOUNT, category: 'Food', cents: 5_000 }];
  const plan = { fileName: 'a.csv', format: 'ynab', accounts: [], categories: [], budgets } as const;
  expect(await carryOutMigration(db, actor, plan, {}, now)).toMatchObject({ ok: true, budgets: 1 });
  expect(await db.budgets.toArray()).toMatchObject([{ name: 'Groceries', categoryId: FOOD }]);
});

describe('an edit while a category is renamed', () => {
  it('[S73c] changes no category that its author did not touch', async () => {
    const row = transactionRow(1);
    await syncedTransaction(db, row);
    await pullName(FOOD, 'Groceries');
    await updateTransaction(db, actor, { row, ...food, description: 'Dinner' }, now);
    const [[patch] = []] = await sent();
    expect(patch?.kind === 'patch' && patch.after).toEqual({ description: 'Dinner' });
  });

  it('[S73c] leaves a text in somebody else’s account, though a default category had that name', async () => {
    await share('admin');
    const lines = [
      { id: idOf(11), category: 'Food', cents: 60, note: '' },
      { id: idOf(12), category: 'Gifts', cents: 40, note: '' },
    ];
    const row = transactionRow(1, { accountId: OTHER_ACCOUNT, category: SPLIT, lines });
    await syncedTransaction(db, row);
    await pullName(FOOD, 'Groceries');
    const edited = lines.map(({ cents, ...line }) => ({ ...line, amount: `0.${cents}` }));
    const [first, second] = edited;
    if (!first || !second) throw new Error('no lines');
    const change = {
      row,
      lines: [
        { ...first, categoryId: FOOD },
        { ...second, note: 'for Ben' },
      ],
    };
    expect(await updateTransaction(db, actor, change, now)).toMatchObject({ ok: true });
    expect(await names(OTHER_ACCOUNT)).toEqual(['Food', 'Gifts']);
    expect(await db.categories.count()).toBe(1);
  });
});

describe('a category of another account', () => {
  it('[S73d] is made where the role allows it, before the transaction and in a mutation of its own', async () => {
    await share('admin');
    await pullName(FOOD, 'Groceries');
    const added = await addTransaction(db, actor, { ...entry, ...food, accountId: OTHER_ACCOUNT }, now);
    expect(await names(OTHER_ACCOUNT)).toEqual(['Groceries']);
    expect(await db.categories.where({ accountId: OTHER_ACCOUNT }).toArray()).toMatchObject([{ name: 'Groceries' }]);
    expect(await sent()).toMatchObject([[{ table: 'categories' }], [{ table: 'transactions' }]]);
    expect((await db.outbox.toArray()).at(-1)?.id).toBe(added.ok && added.mutationId);
    await addTransaction(db, actor, { ...entry, ...food, accountId: OTHER_ACCOUNT }, now);
    expect(await db.categories.count()).toBe(2);
    expect(await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now)).toEqual({ ok: true, left: 0 });
    expect(await db.categories.count()).toBe(2);
  });

  it('[S73d] becomes that account’s own of the name', async () => {
    await share('member');
    await db.categories.put(categoryRow(902, { accountId: OTHER_ACCOUNT, name: 'food' }));
    await addTransaction(db, actor, { ...entry, ...food, accountId: OTHER_ACCOUNT }, now);
    expect(await names(OTHER_ACCOUNT)).toEqual(['food']);
  });

  it('[S73d] stays a text where the role does not allow it', async () => {
    await share('member');
    await pullName(FOOD, 'Groceries');
    await addTransaction(db, actor, { ...entry, ...food, accountId: OTHER_ACCOUNT }, now);
    expect(await names(OTHER_ACCOUNT)).toEqual(['Groceries']);
    expect(await db.categories.count()).toBe(1);
  });
});

describe('what is done again', () => {
  async function refused(accountId = ACCOUNT): Promise<string> {
    const id = await commitMutation(db, [insertTransaction(transactionRow(1, { accountId }))], { ...ANNA, now });
    const verdict = { id, status: 'rejected', reason: 'forbidden', code: null, message: '' } as const;
    await db.outbox.toCollection().modify({ state: 'rejected', verdict });
    return id;
  }

  it('[S73e] is tried again under the present name', async () => {
    const id = await refused();
    await pullName(FOOD, 'Groceries');
    expect(await retryEntry(db, id, now)).toEqual({ ok: true });
    expect(await sent()).toMatchObject([[{ row: { category: 'Groceries' } }]]);
  });

  it('[S73e] is corrected under the present name of what was chosen', async () => {
    const id = await refused();
    await db.categories.put(categoryRow(902, { name: 'Home' }));
    await pullName(FOOD, 'Groceries');
    const chosen = { categoryId: idOf(902), lines: null };
    await pullName(idOf(902), 'House');
    await editEntry(db, actor, { mutationId: id, fields: { category: 'Home' }, chosen }, now);
    expect(await sent()).toMatchObject([[{ row: { category: 'House' } }]]);
  });

  it.each(['rejected', 'blocked'] as const)(
    '[S73d] a %s entry is corrected in a mutation of its own, apart from the category that its account lacks',
    async (state) => {
      await share('admin');
      const id = await refused(OTHER_ACCOUNT);
      if (state === 'blocked') await db.outbox.toCollection().modify({ state, blocked: { code: 'XX000', by: null } });
      const chosen = { categoryId: FOOD, lines: null };
      const edited = await editEntry(db, actor, { mutationId: id, fields: { category: 'Food' }, chosen }, now);
      const entries = await db.outbox.orderBy('seq').toArray();
      const tables = entries.map(({ operations }) => operations.map((one) => one.kind !== 'call' && one.table));
      // What waited behind the blocked entry still comes after its correction.
      const inOrder = [['categories'], ['transactions']];
      expect(tables).toEqual(state === 'blocked' ? inOrder.toReversed() : inOrder);
      const corrected = entries[state === 'blocked' ? 0 : 1];
      expect(edited).toEqual({ ok: true, mutationId: corrected?.id });
    },
  );

  it('[S73e] brings a deleted transaction back under the present name', async () => {
    const row = transactionRow(1);
    await syncedTransaction(db, row);
    await deleteTransaction(db, actor, { row }, now);
    await db.outbox.toCollection().modify({ attempts: 1 });
    await pullName(FOOD, 'Groceries');
    await undoAction(db, actor, { id: readActions(db)[0]?.id ?? '' }, now);
    expect((await sent()).at(-1)).toMatchObject([{ kind: 'restore', row: { category: 'Groceries' } }]);
  });
});

it('forgets the former names of categories that leave the device, and keeps few', async () => {
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await pullName(FOOD, name);
  expect((await db.meta.get('former-names'))?.value).toEqual({ [FOOD]: ['B', 'C', 'D', 'E', 'F'] });
  await db.categories.delete(FOOD);
  await (await watchNames(db, []))();
  expect(await db.meta.get('former-names')).toBeUndefined();
});
