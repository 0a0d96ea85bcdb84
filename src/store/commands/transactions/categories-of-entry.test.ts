import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, categoryRow, idOf, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { recentCategories } from '../../queries/categories/recent-categories.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { undoAction } from '../undo/action-undo.ts';
import { addTransaction } from './transaction-add.ts';
import { updateTransaction } from './transaction-update.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const SHARED = idOf(77);
const vet = { accountId: ACCOUNT, type: 'expense', amount: '40', date: '2026-03-05', description: 'Vet' } as const;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: SHARED, ownerId: idOf(9) })]);
});
afterEach(() => db.delete());

const categories = async () => (await db.categories.toArray()).map(({ name, accountId }) => [name, accountId]);
const sharedAs = (role: 'member' | 'admin') =>
  db.cursors.put({ scope: `account:${SHARED}`, accountId: SHARED, role, version: 1, grantId: 'g', before: null });

it('a new category is made before the entry that has it, and one undo takes back both', async () => {
  const added = await addTransaction(db, actor, { ...vet, category: 'Pets', makes: true }, now);
  expect(await categories()).toEqual([['Pets', ACCOUNT]]);
  expect(await newestTransactions(db, ACCOUNT, 5)).toMatchObject([{ description: 'Vet', category: 'Pets' }]);
  const sent = (await db.outbox.toArray()).flatMap(({ operations }) => operations);
  expect(sent.map((one) => one.kind === 'insert' && one.table)).toEqual(['categories', 'transactions']);
  if (!added.ok || !('actionId' in added)) throw new Error('not added');
  await undoAction(db, actor, { id: String(added.actionId) });
  expect([await categories(), await newestTransactions(db, ACCOUNT, 5)]).toEqual([[], []]);
});

it('a name that is a category meanwhile is not made again, nor one that nobody asked to make', async () => {
  await db.categories.put(categoryRow(1, { name: 'Pets' }));
  await addTransaction(db, actor, { ...vet, category: 'pets', makes: true }, now);
  await addTransaction(db, actor, { ...vet, category: 'Elsewhere' }, now);
  expect(await categories()).toEqual([['Pets', ACCOUNT]]);
});

it('lines make theirs, and so does an edit', async () => {
  const line = { id: idOf(50), amount: '30', note: '', category: 'Pets', makes: true } as const;
  const lines = [line, { ...line, id: idOf(51), amount: '10', category: 'Toys' }];
  await addTransaction(db, actor, { ...vet, category: '', lines }, now);
  const [row] = await newestTransactions(db, ACCOUNT, 1);
  if (!row) throw new Error('not added');
  await updateTransaction(db, actor, { row, category: 'Animals', makes: true, lines: null }, now);
  expect((await categories()).map(([name]) => name).toSorted()).toEqual(['Animals', 'Pets', 'Toys']);
});

it('in a shared account an admin makes one, and a member is refused at the category', async () => {
  const shared = { ...vet, accountId: SHARED, category: 'Pets', makes: true } as const;
  await sharedAs('member');
  expect(await addTransaction(db, actor, shared, now)).toEqual({ ok: false, errors: { category: 'forbidden' } });
  expect(await newestTransactions(db, SHARED, 5)).toEqual([]);
  await sharedAs('admin');
  await addTransaction(db, actor, shared, now);
  expect(await categories()).toEqual([['Pets', SHARED]]);
});

it('the recent categories are those of the newest entries of the type, each once', async () => {
  for (const [category, date] of [
    ['Food', '2026-03-01'],
    ['Home', '2026-03-02'],
    ['Food', '2026-03-03'],
    ['Fun', '2026-02-01'],
  ] as const) {
    await addTransaction(db, actor, { ...vet, category, date }, now);
  }
  await addTransaction(db, actor, { ...vet, type: 'income', category: 'Salary' }, now);
  expect(await recentCategories(db, ACCOUNT, 'expense', 2)).toEqual(['Food', 'Home']);
  expect(await recentCategories(db, OTHER_ACCOUNT, 'expense', 2)).toEqual([]);
});
