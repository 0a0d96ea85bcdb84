import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../database/database.ts';
import { ANNA, accountRow, idOf, membershipRow, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { accountContents } from '../../queries/accounts/account-contents.ts';
import { accountSummaries } from '../../queries/accounts/account-summaries.ts';
import { listAccounts } from '../../queries/accounts/accounts.ts';
import { managedCategories } from '../../queries/categories/categories.ts';
import { newestTransactions } from '../../queries/rows/transactions.ts';
import { knownSides } from '../../queries/transfers/transfer-sides.ts';
import { createCategory } from '../categories/category-create.ts';
import { UNDO_MILLISECONDS } from '../commit/commit.ts';
import { cancelAction, cancelEntry } from '../entries/entry-cancel.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { addTransfer } from '../transfers/transfer-add.ts';
import { createAccount } from './account-create.ts';
import { deleteAccount } from './account-delete.ts';

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

  it('hides the account at once and is delayed; Undo restores all of it', async () => {
    await created('Home');
    const id = await created('Office', later);
    await addTransaction(db, actor, entry(id), now);
    const deleted = await deleteAccount(db, actor, { id }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    const shown = async () => (await listAccounts(db)).find(({ account }) => account.id === id);
    expect(await shown()).toBeUndefined();
    const delayed = await db.outbox.get({ id: deleted.mutationId });
    expect(delayed?.holdUntil).toBe(new Date(now.getTime() + UNDO_MILLISECONDS).toISOString());
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

  /** Home, and an office to which 12.50 went from there. */
  async function withTransfer() {
    const home = await created('Home');
    const office = await created('Office', later);
    const sides = {
      fromAccountId: home,
      toAccountId: office,
      amount: '12.50',
      description: 'Desk',
      date: '2026-03-09',
    };
    const added = await addTransfer(db, actor, sides, now);
    if (!added.ok) throw new Error('the transfer was refused');
    const side = async () => (await newestTransactions(db, home, 1))[0];
    return { home, office, side };
  }

  it('leaves the other sides of its transfers, which say that a side is gone', async () => {
    const { office, side } = await withTransfer();
    const before = await side();
    expect((await accountContents(db, office)).sides).toBe(1);
    expect(before && (await knownSides(db, [before])).get(before.id)).toMatchObject({ accountName: 'Office' });
    await deleteAccount(db, actor, { id: office }, now);
    expect(await side()).toMatchObject({ nature: 'transfer' });
    expect(before && (await knownSides(db, [before])).get(before.id)).toBeNull();
  });

  it('counts the other sides as income and expenses where that is wanted, and Undo takes both back', async () => {
    const { home, office, side } = await withTransfer();
    const deleted = await deleteAccount(db, actor, { id: office, countsTransfers: true }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    expect(await side()).toMatchObject({ nature: 'regular', transferId: null, category: 'Uncategorized' });
    expect((await accountSummaries(db)).get(home)).toMatchObject({ expense: 1250, balance: -1250 });
    const delayed = await db.outbox.filter(({ holdUntil }) => holdUntil !== undefined).toArray();
    expect(delayed.map(({ operations }) => operations.map(({ kind }) => kind))).toEqual([['patch'], ['delete']]);
    expect(await cancelAction(db, deleted)).toBe(true);
    expect(await side()).toMatchObject({ nature: 'transfer' });
    expect((await accountSummaries(db)).get(office)).toMatchObject({ balance: 1250 });
  });

  it('is not taken back in part when something of it has gone up', async () => {
    const { office, side } = await withTransfer();
    const deleted = await deleteAccount(db, actor, { id: office, countsTransfers: true }, now);
    if (!deleted.ok) throw new Error('the deletion was refused');
    await db.outbox.where({ id: deleted.mutationId }).modify({ attempts: 1 });
    expect(await cancelAction(db, deleted)).toBe(false);
    expect(await side()).toMatchObject({ nature: 'regular' });
  });

  it('names what would be deleted with it', async () => {
    const id = await created('Home');
    await addTransaction(db, actor, entry(id), now);
    expect(await accountContents(db, id)).toEqual({ count: 1, budgets: [], sides: 0, others: 0 });
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
