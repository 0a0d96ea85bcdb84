/** What servers do with refunds (S78). */
import { describe, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { Patch } from '#domain/mutations/operations';
import type { TransactionRow } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, type Household, halve, notices, numberIn, patch, pull, push, stored } from './decisions-world.ts';
import { makeBudget } from './people.ts';

/** An income of Food: money back. */
function back(accountId: string, over: Partial<TransactionRow> = {}) {
  const insert = entered(accountId);
  const row = { ...insert.row, type: 'income' as const, refund: true, ...over };
  return { ...insert, row };
}

/** Anna enters 1.00 that came back for Food; returns it with what both have seen of it. */
async function enterRefund({ anna, home }: Household) {
  const insert = back(home);
  const number = numberIn(await push(anna, 80, insert), home);
  return { id: insert.row.id, row: insert.row, seen: { accountId: home, number } };
}

const REFUND = { amount: 100, type: 'income', refund: true };
const INCOME = { ...REFUND, refund: false };
const invalid = { status: 'rejected', reason: 'invalid' };

const rename = (type: 'income' | 'expense', from: string, to: string) =>
  ({ kind: 'call', name: 'category.rename', arguments: { type, from, to } }) as const;

async function rowsOf(member: Member): Promise<TransactionRow[]> {
  return (await pull(member)).scopes.flatMap(({ transactions }) => transactions);
}

async function addIncomeCategory({ anna, home }: Household, name: string): Promise<string> {
  const row = { ...newCategory(home, 'income', name, new Date().toISOString()), id: newId() };
  await push(anna, 80, { kind: 'insert', table: 'categories', row });
  return row.id;
}

async function foodOf({ anna }: Household): Promise<string> {
  const categories = (await pull(anna)).scopes.flatMap((scope) => scope.categories);
  return categories.find(({ name, type }) => name === 'Food' && type === 'expense')?.id ?? '';
}

/** Somebody who has only a budget of this category. */
async function guestOf(world: ContractWorld, { anna, home }: Household, categoryId: string) {
  const [eve, budgetId] = [await world.signUp('eve'), newId()];
  await push(anna, 70, { kind: 'insert', table: 'budgets', row: makeBudget(budgetId, home, categoryId) });
  await world.share({ accountId: home, budgetId, person: eve.person, role: 'viewer' });
  return eve;
}

export function refundsContract(world: () => ContractWorld): void {
  describe('a refund', () => {
    it('[S78a, S32a] counts in the balance by its type, and is told apart in sums', async () => {
      const given = await begin(world());
      await enterRefund(given);
      expect((await given.anna.remote.sums())[`account:${given.home}`]).toMatchObject({
        income: 100,
        expenses: 100,
        regular: { income: 100, expenses: 100 },
        refunds: { income: 100, expenses: 0 },
      });
    });

    it('[S78a, S64b] is told apart in the totals of months that are still to come', async () => {
      const { anna, home } = await begin(world());
      const old = { date: '2025-01-05', category: 'Food' };
      for (const one of [back(home, { ...old, amount: 7 }), entered(home, { ...old, amount: 30, type: 'income' })]) {
        await push(anna, 10, one);
      }
      const cursors = { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} };
      const { scopes } = await anna.remote.pull(anna.person.userId, cursors, 1);
      const totals = scopes.find(({ accountId }) => accountId === home)?.totals ?? [];
      expect(totals.map(({ refund, cents }) => [refund, cents]).sort()).toEqual([
        [false, 30],
        [true, 7],
      ]);
    });

    it('[S78b] is no split, no contribution and no other nature', async () => {
      const given = await begin(world());
      const { anna, home } = given;
      const lines = ['Food', 'Home'].map((category) => ({ id: newId(), category, cents: 50, note: '' }));
      const budget = makeBudget(newId(), home, null);
      await push(anna, 10, { kind: 'insert', table: 'budgets', row: budget });
      for (const over of [{ category: 'Split', lines }, { budgetId: budget.id }, { nature: 'opening' as const }]) {
        expect(await push(anna, 5, back(home, over))).toMatchObject(invalid);
      }
      expect(await push(anna, 5, back(home))).toMatchObject({ status: 'applied' });
    });

    it('[S78c, S43e] ends with another type, where the edit does not say otherwise', async () => {
      const given = await begin(world());
      const [one, other] = [await enterRefund(given), await enterRefund(given)];
      const { anna } = given;
      await push(anna, 5, patch(one.id, one.seen, { amount: 100, type: 'income' }, { amount: 100, type: 'expense' }));
      expect(await stored(anna, one.id)).toMatchObject({ type: 'expense', refund: false });
      await push(anna, 5, patch(other.id, other.seen, REFUND, { ...REFUND, type: 'expense' }));
      expect(await stored(anna, other.id)).toMatchObject({ type: 'expense', refund: true });
    });

    it('[S78c] stays with another amount, also from a device that knows no refunds', async () => {
      const given = await begin(world());
      const { id, seen } = await enterRefund(given);
      await push(given.anna, 5, patch(id, seen, { amount: 100, type: 'income' }, { amount: 70, type: 'income' }));
      expect(await stored(given.anna, id)).toMatchObject({ amount: 70, type: 'income', refund: true });
    });

    it('[S78c] ends where the row becomes a split', async () => {
      const given = await begin(world());
      const { id, seen } = await enterRefund(given);
      const { before, after } = halve(id, seen);
      const income = { type: 'income' };
      const verdict = await push(given.anna, 5, patch(id, seen, { ...before, ...income }, { ...after, ...income }));
      expect(verdict).toMatchObject({ status: 'applied' });
      expect(await stored(given.anna, id)).toMatchObject({ category: 'Split', refund: false });
    });

    it('[S78c, S37a, S36e] is taken with its category or not at all, and who is overtaken is told', async () => {
      const given = await begin(world());
      const { anna, ben } = given;
      const { id, seen } = await enterRefund(given);
      const ended = patch(id, seen, { ...REFUND, category: 'Food' }, { ...INCOME, category: 'Salary' });
      await push(ben, 20, ended);
      const older = patch(id, seen, { ...REFUND, category: 'Food' }, { ...REFUND, amount: 50, category: 'Food' });
      expect(await push(anna, 30, older)).toMatchObject({ status: 'superseded', kept: { amount: 100 } });
      expect(await push(anna, 10, patch(id, seen, { category: 'Food' }, { category: 'Home' }))).toMatchObject({
        status: 'superseded',
        kept: { category: 'Salary' },
      });
      expect(await stored(anna, id)).toMatchObject({ ...INCOME, category: 'Salary' });
      const later = patch(id, seen, { ...REFUND, category: 'Food' }, { ...REFUND, type: 'expense', category: 'Gifts' });
      expect(await push(anna, 0, later)).toMatchObject({ status: 'applied' });
      const [told] = await notices(ben);
      expect(told).toMatchObject({ rowId: id, lost: { refund: false, category: 'Salary' } });
    });

    it('[S67a, S78c] comes back by the undo of the edit that ended it', async () => {
      const given = await begin(world());
      const { id, seen } = await enterRefund(given);
      const device = newId();
      const ended = patch(id, seen, { ...REFUND, category: 'Food' }, { ...INCOME, category: 'Salary' });
      await push(given.anna, 20, ended, { device });
      const undone: Patch = { ...ended, before: ended.after, after: ended.before, undo: true };
      expect(await push(given.anna, 10, undone, { device })).toMatchObject({ status: 'applied' });
      expect(await stored(given.anna, id)).toMatchObject({ ...REFUND, category: 'Food' });
    });

    it('[S78d, S38a] follows the category of its side, and no other of that name', async () => {
      const given = await begin(world());
      const { anna, ben, home } = given;
      await addIncomeCategory(given, 'Food');
      const refund = await enterRefund(given);
      const plain = entered(home, { type: 'income', category: 'Food' });
      await push(anna, 60, plain);
      await push(anna, 30, rename('expense', 'Food', 'Groceries'));
      expect(await stored(anna, refund.id)).toMatchObject({ category: 'Groceries' });
      expect(await stored(anna, plain.row.id)).toMatchObject({ category: 'Food' });
      const late = back(home);
      await push(ben, 10, late, { cursors: { [home]: refund.seen.number } });
      expect(await stored(anna, late.row.id)).toMatchObject({ category: 'Groceries' });
      await push(anna, 5, rename('income', 'Food', 'Meals'));
      expect(await stored(anna, refund.id)).toMatchObject({ category: 'Groceries' });
      expect(await stored(anna, plain.row.id)).toMatchObject({ category: 'Meals' });
    });

    it('[S78e, G6] is in the budget of its category, and an income of that name is not', async () => {
      const given = await begin(world());
      const { anna, home } = given;
      const eve = await guestOf(world(), given, await foodOf(given));
      const refund = await enterRefund(given);
      const plain = entered(home, { type: 'income', category: 'Food' });
      await push(anna, 60, plain);
      const ids = (await rowsOf(eve)).map(({ id }) => id);
      expect(ids).toContain(refund.id);
      expect(ids).not.toContain(plain.row.id);
      const seen = await pull(eve);
      const cursors = Object.fromEntries(seen.scopes.map(({ scope, cursor }) => [scope, cursor]));
      await push(anna, 5, patch(refund.id, refund.seen, { ...REFUND }, { ...INCOME }));
      const request = { protocol: PROTOCOL_VERSION, epoch: seen.epoch, scopes: cursors };
      const next = await eve.remote.pull(eve.person.userId, request, 100);
      expect(next.scopes.flatMap(({ removals }) => removals)).toMatchObject([{ kind: 'transaction', id: refund.id }]);
    });
  });
}
