/** What a server does with transactions that are not regular (S64). */

import { describe, expect, it } from 'vitest';
import type { Operation, Patch } from '#domain/mutations/operations';
import type { Nature } from '#domain/rows';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { type ContractWorld, entered, type Member, mutation, newId } from './contract-world.ts';
import { begin, patch, pull, push, stored } from './decisions-world.ts';
import { makeAccount, makeBudget } from './people.ts';

export function naturesContract(world: () => ContractWorld): void {
  describe('the nature of a transaction', () => {
    it('[S64a] an account comes with its opening balance, which counts in the balance alone', async () => {
      const anna = await world().signUp('anna');
      const home = newId();
      const opening = ofNature(home, 'opening', { amount: 5_000, type: 'income' });
      await all(anna, [makeAccount(home, anna.person), opening, entered(home, { amount: 200 })]);
      const row = opening.row;
      expect(await stored(anna, row.id)).toMatchObject({ nature: 'opening', transferId: null, amount: 5_000 });
      expect((await anna.remote.sums())[`account:${home}`]).toMatchObject({
        transactions: 2,
        income: 5_000,
        expenses: 200,
        regular: { income: 0, expenses: 200 },
      });
    });

    it('[S64b] totals of months that are still to come carry natures apart', async () => {
      const { anna, home } = await begin(world());
      await all(anna, [ofNature(home, 'opening', { date: '2025-01-05', amount: 70 })]);
      await all(anna, [entered(home, { date: '2025-01-06', amount: 30 })]);
      const { scopes } = await anna.remote.pull(
        anna.person.userId,
        { protocol: PROTOCOL_VERSION, epoch: null, scopes: {} },
        1,
      );
      const totals = scopes.find(({ accountId }) => accountId === home)?.totals ?? [];
      const lines = totals.map(({ nature, type, cents, count }) => ({ nature, type, cents, count }));
      expect(lines.sort((a, b) => a.cents - b.cents)).toEqual([
        { nature: 'regular', type: 'expense', cents: 30, count: 1 },
        { nature: 'opening', type: 'expense', cents: 70, count: 1 },
      ]);
    });

    it('[S64c] who has only a budget gets regular transactions alone, also with the same category', async () => {
      const { anna, home } = await begin(world());
      const eve = await world().signUp('eve');
      const [food, everything] = [newId(), newId()];
      const categoryId = (await pull(anna)).scopes.flatMap(({ categories }) => categories).find(isFood)?.id ?? null;
      await all(anna, [budget(food, home, categoryId), budget(everything, home, null)]);
      for (const budgetId of [food, everything]) {
        await world().share({ accountId: home, budgetId, person: eve.person, role: 'viewer' });
      }
      const regular = entered(home, { category: 'Food', amount: 7 });
      const openings = [ofNature(home, 'opening'), ofNature(home, 'adjustment')];
      await all(anna, [regular, ...openings]);
      const seen = await pull(eve);
      for (const { transactions } of seen.scopes) {
        expect(transactions.map(({ id }) => id)).toContain(regular.row.id);
        expect(transactions.every(({ nature }) => nature === 'regular')).toBe(true);
      }
      const counts = Object.values(await eve.remote.sums()).map(({ transactions }) => transactions);
      expect(counts).toEqual([2, 2]);
      const { epoch, scopes } = seen;
      await all(anna, [{ kind: 'delete', table: 'transactions', id: openings[0]?.row.id ?? '' }]);
      const cursors = Object.fromEntries(scopes.map(({ scope, cursor }) => [scope, cursor]));
      const next = await eve.remote.pull(
        eve.person.userId,
        { protocol: PROTOCOL_VERSION, epoch, scopes: cursors },
        100,
      );
      expect(next.scopes.flatMap(({ removals }) => removals)).toEqual([]);
    });

    it('[S64e] account and category of an opening balance stay; a device may change the rest', async () => {
      const { anna, home, shop } = await begin(world());
      const opening = ofNature(home, 'opening', { amount: 100 });
      await all(anna, [opening]);
      const change = (before: Patch['before'], after: Patch['after']) => patch(opening.row.id, 0, before, after);
      const refused = { status: 'rejected', reason: 'invalid' };
      expect(await push(anna, 0, change({ category: 'Food' }, { category: 'Home' }))).toMatchObject(refused);
      expect(await push(anna, 0, change({ accountId: home }, { accountId: shop }))).toMatchObject(refused);
      const both = change({ nature: 'opening', transferId: null }, { nature: 'regular', transferId: null });
      expect(await push(anna, 0, both)).toMatchObject(refused);
      const turned = change({ amount: 100, type: 'expense' }, { amount: 80, type: 'income' });
      expect(await push(anna, 0, turned)).toMatchObject(refused);
      expect(await push(anna, 0, turned, { device: newId() })).toMatchObject({ status: 'applied' });
      expect(await push(anna, 0, change({ date: '2026-03-05' }, { date: '2026-03-06' }))).toMatchObject({
        status: 'applied',
      });
      expect(await stored(anna, opening.row.id)).toMatchObject({ amount: 80, type: 'income', date: '2026-03-06' });
    });

    it('[S64e] a regular transaction does not become another by an edit', async () => {
      const { anna, id } = await begin(world());
      const before = { nature: 'regular', transferId: null };
      for (const after of [
        { nature: 'opening', transferId: null },
        { nature: 'regular', transferId: newId() },
      ]) {
        expect(await push(anna, 0, patch(id, 0, before, after))).toMatchObject({
          status: 'rejected',
          reason: 'invalid',
        });
      }
    });
  });
}

const isFood = ({ name }: { name: string }) => name === 'Food';

function budget(...fields: Parameters<typeof makeBudget>): Operation {
  return { kind: 'insert', table: 'budgets', row: makeBudget(...fields) };
}

function ofNature(accountId: string, nature: Nature, over: Parameters<typeof entered>[1] = {}) {
  const { row, ...operation } = entered(accountId, { category: 'Food', ...over });
  return { ...operation, row: { ...row, nature } };
}

async function all({ person, remote }: Member, operations: Operation[]): Promise<void> {
  const { verdicts } = await remote.push(person.userId, [mutation(...operations)]);
  expect(verdicts).toMatchObject([{ status: 'applied' }]);
}
