import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { categoryId } from '#domain/books/new-categories';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  OTHER_ACCOUNT,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { categoriesFor, categoryChoicesFor, managedCategories } from '../../queries/categories/categories.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { createBudget } from '../budgets/budget-create.ts';
import { archiveCategory } from './category-archive.ts';
import { createCategory } from './category-create.ts';
import { deleteCategory } from './category-delete.ts';
import { groupCategory } from './category-group.ts';
import { renameCategory } from './category-rename.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const SHARED = idOf(77);

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([
    accountRow(),
    accountRow({ id: OTHER_ACCOUNT, createdAt: '2026-02-01T00:00:00.000Z' }),
    accountRow({ id: SHARED, ownerId: idOf(9), createdAt: '2020-01-01T00:00:00.000Z' }),
  ]);
});
afterEach(() => db.delete());

const created = async (name: string, accountId?: string) => {
  const input = { name, type: 'expense' as const };
  const made = await createCategory(db, actor, accountId ? { ...input, accountId } : input, now);
  if (!made.ok) throw new Error(`refused: ${JSON.stringify(made.errors)}`);
  return made.id;
};

describe('category.create', () => {
  it('makes it in the default account, with an id derived from its name', async () => {
    const id = await created(' Boat ');
    expect(id).toBe(categoryId(ACCOUNT, 'expense', 'Boat'));
    expect(await db.categories.get(id)).toMatchObject({ name: 'Boat', accountId: ACCOUNT });
  });

  it('makes the default account, too, for a user without one, in the same mutation', async () => {
    await db.accounts.clear();
    await created('Boat');
    expect(await db.outbox.count()).toBe(1);
    expect(await db.categories.count()).toBe(14);
  });

  it('is refused for a blank name, for an existing one in any case, and without the right', async () => {
    await created('Boat');
    const create = (name: string, accountId?: string) =>
      createCategory(db, actor, accountId ? { name, type: 'expense', accountId } : { name, type: 'expense' }, now);
    expect(await create('  ')).toEqual({ ok: false, errors: { name: 'empty' } });
    expect(await create('BOAT')).toEqual({ ok: false, errors: { name: 'duplicate' } });
    expect(await create('Boat', SHARED)).toEqual({ ok: false, errors: { form: 'forbidden' } });
  });

  it('finds another id when a renamed category still has the id of that name', async () => {
    const id = await created('Boat');
    expect(await renameCategory(db, actor, { id, name: 'Ship' }, now)).toMatchObject({ ok: true });
    const second = await created('Boat');
    expect(second).not.toBe(id);
    expect((await managedCategories(db)).map(({ name }) => name)).toEqual(['Boat', 'Ship']);
  });
});

describe('category.rename', () => {
  it('renames categories and transactions of that type in the user’s own accounts only', async () => {
    const id = await created('Boat');
    await created('Boat', OTHER_ACCOUNT);
    await db.categories.put(categoryRow(5, { accountId: SHARED, name: 'Boat' }));
    for (const accountId of [ACCOUNT, OTHER_ACCOUNT, SHARED]) {
      const row = transactionRow(Number(accountId.at(-1)) || 3, { accountId, category: 'Boat' });
      await writeMonths(db, `account:${accountId}`, [row]);
    }
    await renameCategory(db, actor, { id, name: 'Ship' }, now);
    const categoryIn = async (accountId: string) => (await newestTransactions(db, accountId, 1))[0]?.category;
    expect([await categoryIn(ACCOUNT), await categoryIn(OTHER_ACCOUNT), await categoryIn(SHARED)]).toEqual([
      'Ship',
      'Ship',
      'Boat',
    ]);
    expect((await managedCategories(db)).map(({ name }) => name)).toEqual(['Ship']);
  });

  it('[S48e] makes one mutation for each own account, first where the category is, and names the account', async () => {
    await db.accounts.put(accountRow({ id: idOf(78), name: 'Shop', createdAt: '2026-03-01T00:00:00.000Z' }));
    const id = await created('Boat', OTHER_ACCOUNT);
    await db.outbox.clear();
    const renamed = await renameCategory(db, actor, { id, name: 'Ship' }, now);
    const entries = await db.outbox.orderBy('seq').toArray();
    const names = { type: 'expense', from: 'Boat', to: 'Ship' };
    expect(entries.map(({ operations }) => operations)).toEqual(
      [OTHER_ACCOUNT, ACCOUNT, idOf(78)].map((accountId) => [
        { kind: 'call', name: 'category.rename', arguments: { ...names, accountId } },
      ]),
    );
    expect(renamed).toEqual({ ok: true, mutationIds: entries.map((entry) => entry.id) });
    expect(entries[2]?.seen).toEqual([{ table: 'accounts', row: expect.objectContaining({ name: 'Shop' }) }]);
  });

  it('accepts a change of case, and refuses an existing name and other people’s categories', async () => {
    const id = await created('Boat');
    await created('Rent', OTHER_ACCOUNT);
    await db.categories.put(categoryRow(5, { accountId: SHARED, name: 'Theirs' }));
    const rename = (name: string, of = id) => renameCategory(db, actor, { id: of, name }, now);
    expect(await rename('Boat')).toEqual({ ok: true, mutationIds: [] });
    expect(await rename('rent')).toEqual({ ok: false, errors: { name: 'duplicate' } });
    expect(await rename('Ours', idOf(5))).toEqual({ ok: false, errors: { form: 'forbidden' } });
    expect(await rename('Ours', idOf(404))).toEqual({ ok: false, errors: { form: 'not_found' } });
    expect(await rename('BOAT')).toMatchObject({ ok: true });
  });
});

describe('category.delete', () => {
  it('deletes all that the Category Manager shows as one', async () => {
    const id = await created('Boat');
    await created('Boat', OTHER_ACCOUNT);
    await deleteCategory(db, actor, { id }, now);
    expect(await managedCategories(db)).toEqual([]);
    expect(await db.outbox.count()).toBe(3);
  });

  it('is refused while a budget uses it', async () => {
    const id = await created('Boat');
    await createBudget(db, actor, { name: 'Sailing', amount: '100', categoryId: id }, now);
    expect(await deleteCategory(db, actor, { id }, now)).toEqual({ ok: false, errors: { form: 'in_use' } });
    expect(await db.categories.get(id)).toBeDefined();
  });
});

describe('what is offered', () => {
  it('for an account is its own and the default account’s', async () => {
    await created('Boat');
    await created('Rent', OTHER_ACCOUNT);
    await db.categories.put(categoryRow(5, { accountId: SHARED, name: 'Theirs' }));
    expect((await categoriesFor(db, SHARED)).map(({ name }) => name)).toEqual(['Boat', 'Theirs']);
    expect((await categoriesFor(db, ACCOUNT)).map(({ name }) => name)).toEqual(['Boat']);
  });

  it('is never empty', async () => {
    expect(await categoryChoicesFor(db, ACCOUNT, 'income')).toEqual([{ id: null, name: 'Uncategorized' }]);
  });
});

describe('category.archive and category.group', () => {
  it('change all categories of one type and name in the own accounts, and no others', async () => {
    const id = await created('Food');
    await created('Food', OTHER_ACCOUNT);
    await db.categories.put(categoryRow(5, { accountId: SHARED }));
    await archiveCategory(db, actor, { id, archived: true }, now);
    await groupCategory(db, actor, { id, group: ' Daily ' }, now);
    const rows = await db.categories.filter(({ name }) => name === 'Food').toArray();
    const told = rows.map(({ accountId, archived, group }) => [accountId, archived, group]).sort();
    expect(told).toEqual([
      [ACCOUNT, true, 'Daily'],
      [OTHER_ACCOUNT, true, 'Daily'],
      [SHARED, false, null],
    ]);
  });

  it('make nothing where it is so already; an empty name is no group', async () => {
    const id = await created('Food');
    expect(await archiveCategory(db, actor, { id, archived: false }, now)).toEqual({ ok: true, mutationId: null });
    expect(await groupCategory(db, actor, { id, group: ' ' }, now)).toEqual({ ok: true, mutationId: null });
    await groupCategory(db, actor, { id, group: 'Daily' }, now);
    await groupCategory(db, actor, { id, group: '' }, now);
    expect(await db.categories.get(id)).toMatchObject({ group: null });
  });

  it('refuse a long name of a group, and a category of an account that others administer', async () => {
    const id = await created('Food');
    expect(await groupCategory(db, actor, { id, group: 'x'.repeat(201) }, now)).toEqual({
      ok: false,
      errors: { group: 'too_long' },
    });
    await db.categories.put(categoryRow(5, { accountId: SHARED }));
    expect(await archiveCategory(db, actor, { id: idOf(5), archived: true }, now)).toMatchObject({
      errors: { form: 'forbidden' },
    });
    expect(await archiveCategory(db, actor, { id: idOf(6), archived: true }, now)).toMatchObject({
      errors: { form: 'not_found' },
    });
  });
});
