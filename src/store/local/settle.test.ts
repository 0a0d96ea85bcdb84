import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { createAccount } from '../commands/accounts/account-create.ts';
import { deleteAccount } from '../commands/accounts/account-delete.ts';
import { renameCategory } from '../commands/categories/category-rename.ts';
import { cancelEntry } from '../commands/entries/entry-cancel.ts';
import { addTransaction } from '../commands/transactions/transaction-add.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import { pageDirectory, readSums, readTotals } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';
import { settle } from './settle.ts';

const now = new Date('2026-03-10T12:00:00Z');
let db: Database;
let actor: { userId: string; email: string };
let accountId: string;

beforeEach(async () => {
  actor = { userId: newId(), email: '' };
  db = await openDatabase(actor.userId);
  accountId = await account('Personal');
});
afterEach(() => db.delete());

async function account(name: string): Promise<string> {
  const made = await createAccount(db, actor, { name }, now);
  if (!made.ok) throw new Error('no account');
  return made.id;
}

async function add(into: string, description: string): Promise<void> {
  const entry = { type: 'expense', amount: '3', date: '2026-03-05', category: 'Food' } as const;
  expect(await addTransaction(db, actor, { ...entry, accountId: into, description }, now)).toMatchObject({ ok: true });
}

async function rename(from: string, to: string): Promise<void> {
  const category = await db.categories.filter(({ name }) => name === from).first();
  expect(await renameCategory(db, actor, { id: category?.id ?? '', name: to }, now)).toMatchObject({ ok: true });
}

const names = async () => {
  const pages = await readScope(db, accountScope(accountId));
  return pages.flatMap(({ rows }) => rows.map(({ category }) => category));
};

it('[S63a] what was entered stays, and nothing waits', async () => {
  await add(accountId, 'Tea');
  expect(await settle(db, now)).toBeNull();
  expect(await db.outbox.count()).toBe(0);
  expect(await db.bases.count()).toBe(0);
  expect(await readSums(db, accountScope(accountId))).toMatchObject({ expense: 300, count: 1 });
});

it('[S63a] rows and totals of a renamed category keep the new name when nothing waits any more', async () => {
  await add(accountId, 'Tea');
  await rename('Food', 'Meals');
  await settle(db, now);
  expect(await db.outbox.count()).toBe(0);
  expect(await names()).toEqual(['Meals']);
  const [month] = await readTotals(db, accountScope(accountId));
  expect(month?.lines).toMatchObject([{ category: 'Meals', cents: 300, count: 1 }]);
});

it('[S63a] a rename waits for an Undo, so that a row that comes back has the new name, too', async () => {
  await add(accountId, 'Tea');
  const other = await account('Studio');
  await add(other, 'Paint');
  await settle(db, now);
  const deleted = await deleteAccount(db, actor, { id: other }, now);
  if (!deleted.ok) throw new Error('not deleted');
  await rename('Food', 'Meals');
  const due = await settle(db, now);
  expect(due).not.toBeNull();
  expect(await names()).toEqual(['Meals']);
  expect(await cancelEntry(db, deleted.mutationId)).toBe(true);
  await settle(db, new Date(due ?? ''));
  expect(await db.outbox.count()).toBe(0);
  expect(await names()).toEqual(['Meals']);
});

it('[S63a] the pages of an account go when its deletion cannot be taken back any more', async () => {
  const other = await account('Studio');
  await add(other, 'Paint');
  await settle(db, now);
  await deleteAccount(db, actor, { id: other }, now);
  const due = await settle(db, now);
  expect(await pageDirectory(db, accountScope(other))).toHaveLength(1);
  expect(await settle(db, new Date(Date.parse(due ?? '') + 1))).toBeNull();
  expect(await pageDirectory(db, accountScope(other))).toEqual([]);
});
