import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultAccountId } from '#domain/accounts';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  membershipRow,
  OTHER_ACCOUNT,
} from '../database/rows.fixture.ts';
import { accountContents } from '../queries/account-contents.ts';
import { accountSummaries, listAccounts } from '../queries/accounts.ts';
import { managedCategories } from '../queries/categories.ts';
import { createAccount } from './account-create.ts';
import { deleteAccount } from './account-delete.ts';
import { updateAccount } from './account-update.ts';
import { createCategory } from './category-create.ts';
import { UNDO_MILLISECONDS } from './commit.ts';
import { cancelEntry } from './entry-cancel.ts';
import { addTransaction } from './transaction-add.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const now = new Date('2026-03-10T12:00:00.000Z');
const later = new Date('2026-03-10T12:00:01.000Z');

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const created = async (name: string, at = now) => {
  const made = await createAccount(db, actor, { name }, at);
  if (!made.ok) throw new Error('the account was refused');
  return made.id;
};

describe('account.create', () => {
  it('makes the first account with the built-in categories in one mutation', async () => {
    const id = await created('Home');
    expect(await db.accounts.get(id)).toMatchObject({ name: 'Home', type: 'personal', ownerId: ANNA.userId });
    expect(await db.categories.where('accountId').equals(id).count()).toBe(13);
    const [entry, ...others] = await db.outbox.toArray();
    expect(entry?.operations).toHaveLength(14);
    expect(others).toHaveLength(0);
  });

  it('makes further accounts without categories', async () => {
    await created('Home');
    const id = await created('Office', later);
    expect(await db.categories.where('accountId').equals(id).count()).toBe(0);
  });

  it('gives the categories to only one of two first accounts made at once', async () => {
    await Promise.all([created('Home'), created('Office')]);
    expect(await db.categories.count()).toBe(13);
  });

  it('is refused without a name, and nothing is queued', async () => {
    expect(await createAccount(db, actor, { name: ' ' }, now)).toEqual({ ok: false, errors: { name: 'empty' } });
    expect(await db.outbox.count()).toBe(0);
  });
});

describe('the default account', () => {
  const categoryAt = (name: string, at: Date) => createCategory(db, actor, { name, type: 'expense' }, at);

  it('is the one that every device of the user would make, and is made only once', async () => {
    await categoryAt('Gifts', now);
    await categoryAt('Toys', later);
    expect(await db.accounts.toArray()).toMatchObject([{ id: defaultAccountId(ANNA.userId), name: 'Personal' }]);
    expect(await db.categories.count()).toBe(13 + 2);
  });

  it('is the first account that the user owns, not one shared with them', async () => {
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(9), createdAt: '2020-01-01T00:00:00.000Z' }));
    const own = await created('Home');
    const made = await categoryAt('Gifts', now);
    expect(made.ok && (await db.categories.get(made.id))).toMatchObject({ accountId: own });
  });
});

describe('account.update', () => {
  it('sends only what changed', async () => {
    const account = accountRow({ description: 'old' });
    await db.accounts.put(account);
    expect(await updateAccount(db, actor, { account, name: 'Family' }, now)).toMatchObject({ ok: true });
    expect(await db.accounts.get(account.id)).toMatchObject({ name: 'Family', description: 'old', type: 'personal' });
    expect((await db.outbox.toArray())[0]?.operations).toEqual([
      {
        kind: 'patch',
        table: 'accounts',
        id: account.id,
        seen: { accountId: ACCOUNT, number: 1 },
        before: { name: 'Personal' },
        after: { name: 'Family' },
      },
    ]);
  });

  it('queues nothing when nothing changed', async () => {
    const account = accountRow();
    await db.accounts.put(account);
    expect(await updateAccount(db, actor, { account, name: 'Personal ' }, now)).toEqual({ ok: true, mutationId: null });
    expect(await db.outbox.count()).toBe(0);
  });

  it('is refused without a name and to members', async () => {
    const account = accountRow({ ownerId: idOf(9) });
    await db.accounts.put(account);
    expect(await updateAccount(db, actor, { account, name: '' }, now)).toMatchObject({ errors: { name: 'empty' } });
    await db.cursors.put(cursor(account.id, 'member'));
    expect(await updateAccount(db, actor, { account, name: 'Mine' }, now)).toMatchObject({
      errors: { form: 'forbidden' },
    });
    await db.cursors.put(cursor(account.id, 'admin'));
    expect(await updateAccount(db, actor, { account, name: 'Ours' }, now)).toMatchObject({ ok: true });
  });
});

describe('account.delete', () => {
  it('is refused for the only account that the user owns, whatever is shared with them', async () => {
    const id = await created('Home');
    await db.accounts.put(accountRow({ id: OTHER_ACCOUNT, ownerId: idOf(9) }));
    expect(await deleteAccount(db, actor, { id }, now)).toEqual({ ok: false, errors: { form: 'last_account' } });
    expect(await deleteAccount(db, actor, { id: OTHER_ACCOUNT }, now)).toEqual({
      ok: false,
      errors: { form: 'forbidden' },
    });
  });

  it('hides the account at once and is held back; Undo restores all of it', async () => {
    await created('Home');
    const id = await created('Office', later);
    await addTransaction(db, actor, entry(id), now);
    const deleted = await deleteAccount(db, actor, { id }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    const shown = async () => (await listAccounts(db)).find(({ account }) => account.id === id);
    expect(await shown()).toBeUndefined();
    const held = await db.outbox.get({ id: deleted.mutationId });
    expect(held?.holdUntil).toBe(new Date(now.getTime() + UNDO_MILLISECONDS).toISOString());
    expect(await cancelEntry(db, deleted.mutationId)).toBe(true);
    expect(await shown()).toMatchObject({ role: 'owner' });
    expect((await accountSummaries(db)).get(id)).toMatchObject({ expense: 1250, count: 1 });
  });

  it('of the default account leaves its categories to the next one, and Undo takes them back', async () => {
    const home = await created('Home');
    const office = await created('Office', later);
    await createCategory(db, actor, { name: 'Food', type: 'income', accountId: office }, now);
    await createCategory(db, actor, { name: 'Food', type: 'expense', accountId: office }, now);
    const deleted = await deleteAccount(db, actor, { id: home }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    expect(await listAccounts(db)).toMatchObject([{ account: { id: office }, isDefault: true }]);
    expect(await managedCategories(db)).toHaveLength(14);
    await cancelEntry(db, deleted.mutationId);
    expect(await db.categories.where('accountId').equals(office).count()).toBe(2);
    expect(await db.categories.where('accountId').equals(home).count()).toBe(13);
  });

  it('names what would be deleted with it', async () => {
    const id = await created('Home');
    await addTransaction(db, actor, entry(id), now);
    expect(await accountContents(db, id)).toEqual({ count: 1, budgets: [], others: 0 });
  });

  it('counts the others who lose it, each once, including those who have only a budget of it', async () => {
    const id = await created('Home');
    const [ben, cara] = [idOf(900), idOf(901)];
    const ofBudget = (budget: number) => ({ target: 'budget', budgetId: idOf(budget) }) as const;
    await db.memberships.bulkPut([
      membershipRow(1, { accountId: id, userId: ben }),
      membershipRow(2, { accountId: id, userId: ben, ...ofBudget(30) }),
      membershipRow(3, { accountId: id, userId: cara, ...ofBudget(30) }),
      membershipRow(4, { accountId: id, userId: cara, ...ofBudget(31) }),
      membershipRow(5, { accountId: OTHER_ACCOUNT, userId: idOf(902) }),
    ]);
    expect(await accountContents(db, id)).toMatchObject({ others: 2 });
  });
});

describe('the list of accounts', () => {
  it('is oldest first, with roles, and without accounts of which the user has only a budget', async () => {
    const own = await created('Home');
    await db.accounts.bulkPut([
      accountRow({ id: idOf(1), ownerId: idOf(9), createdAt: '2020-01-01T00:00:00.000Z' }),
      accountRow({ id: idOf(2), ownerId: idOf(9), createdAt: '2019-01-01T00:00:00.000Z' }),
    ]);
    await db.cursors.bulkPut([cursor(idOf(1), 'viewer'), { ...cursor(idOf(2), 'member'), scope: `budget:${idOf(3)}` }]);
    await db.categories.put(categoryRow(4, { accountId: idOf(1), name: 'Theirs' }));
    expect((await listAccounts(db)).map(({ account, role, isDefault }) => [account.id, role, isDefault])).toEqual([
      [idOf(1), 'viewer', false],
      [own, 'owner', true],
    ]);
    expect(await managedCategories(db)).toHaveLength(13);
  });
});

function cursor(accountId: string, role: 'viewer' | 'member' | 'admin') {
  return { scope: `account:${accountId}`, accountId, role, version: 1, grantId: 'g', before: null };
}

function entry(accountId: string) {
  return {
    accountId,
    type: 'expense',
    amount: '12.50',
    date: '2026-03-05',
    description: 'Lunch',
    category: 'Food',
  } as const;
}
