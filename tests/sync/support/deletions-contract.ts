/** One person edits a transaction, another deletes it: who is told what, and what stands (S39). */
import { describe, expect, it } from 'vitest';
import { type ContractWorld, entered, newId } from './contract-world.ts';
import { amount, begin, notices, numberIn, patch, push, remove, restoreOf, stored } from './decisions-world.ts';
import { makeBudget } from './people.ts';

export function deletionsContract(world: () => ContractWorld): void {
  describe('a deletion of a budget or a category', () => {
    it.each([{ isOlder: true }, { isOlder: false }])(
      '[S39a] tells whose edit of it its author had not seen (older: $isOlder)',
      async ({ isOlder }) => {
        const { anna, ben, home } = await begin(world());
        const id = newId();
        const number = numberIn(
          await push(anna, 60, { kind: 'insert', table: 'budgets', row: makeBudget(id, home, null) }),
          home,
        );
        const seen = { accountId: home, number };
        const edit = {
          kind: 'patch',
          table: 'budgets',
          id,
          seen,
          before: { amount: 10_000 },
          after: { amount: 1 },
        } as const;
        expect(await push(ben, isOlder ? 10 : 30, edit)).toMatchObject({ status: 'applied' });
        expect(await push(anna, 20, { ...remove(id, seen), table: 'budgets' })).toMatchObject({ status: 'applied' });
        expect(await notices(ben)).toMatchObject([
          {
            kind: 'deleted',
            table: 'budgets',
            rowId: id,
            by: anna.person.userEmail,
            lost: { id, amount: 1 },
            stands: {},
          },
        ]);
        expect(await notices(anna)).toEqual([]);
      },
    );

    it('[S40e] tells it no more when the row is back', async () => {
      const { anna, ben, home } = await begin(world());
      const named = { name: 'Trips', type: 'expense', group: null, archived: false } as const;
      const row = { id: newId(), createdAt: '2026-01-01T00:00:00.000Z', accountId: home, ...named };
      const insert = { kind: 'insert', table: 'categories', row } as const;
      const seen = { accountId: home, number: numberIn(await push(anna, 60, insert), home) };
      const [before, after] = [{ archived: false }, { archived: true }];
      await push(ben, 30, { kind: 'patch', table: 'categories', id: row.id, seen, before, after });
      await push(anna, 20, { ...remove(row.id, seen), table: 'categories' });
      expect(await notices(ben)).toHaveLength(1);
      expect(await push(anna, 10, insert)).toMatchObject({ status: 'applied' });
      expect(await notices(ben)).toEqual([]);
    });

    it('[S39a] tells nobody whose edit its author had seen', async () => {
      const { anna, ben, home } = await begin(world());
      const named = { name: 'Trips', type: 'expense', group: null, archived: false } as const;
      const row = { id: newId(), createdAt: '2026-01-01T00:00:00.000Z', accountId: home, ...named };
      const number = numberIn(await push(anna, 60, { kind: 'insert', table: 'categories', row }), home);
      const [before, after] = [{ archived: false }, { archived: true }];
      const seen = { accountId: home, number };
      const edit = { kind: 'patch', table: 'categories', id: row.id, seen, before, after } as const;
      const edited = numberIn(await push(ben, 30, edit), home);
      await push(anna, 20, { ...remove(row.id, { ...seen, number: edited }), table: 'categories' });
      expect(await notices(ben)).toEqual([]);
    });
  });

  describe('an edit and a deletion of one transaction', () => {
    it('[S39b] a later edit that the deletion had not seen keeps the row; the edit comes first', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 10, amount(id, seen, 300));
      expect(await push(anna, 30, remove(id, seen))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: {},
        by: ben.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S39c] a later edit brings the row back with all it held; the edit comes last', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const notes = patch(id, seen, { description: 'row 0', notes: '' }, { description: 'Lunch', notes: 'two' });
      const number = numberIn(await push(anna, 60, notes), home);
      await push(ben, 30, remove(id, { ...seen, number }));
      expect(await push(anna, 10, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
      const { userId } = anna.person;
      expect(await stored(ben, id)).toMatchObject({ amount: 300, description: 'Lunch', notes: 'two', userId });
      expect(await notices(ben)).toMatchObject([
        { kind: 'revived', rowId: id, by: anna.person.userEmail, stands: { amount: 300 } },
      ]);
    });

    it('[S39c, S38a] what comes back carries the name that its category has now', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 30, remove(id, seen));
      const call = { type: 'expense', from: 'Food', to: 'Groceries' } as const;
      await push(anna, 20, { kind: 'call', name: 'category.rename', arguments: call });
      await push(anna, 10, amount(id, seen, 300));
      expect(await stored(ben, id)).toMatchObject({ amount: 300, category: 'Groceries' });
    });

    it('[S39a] a later deletion stands, and the unseen editor is told what is gone; the edit comes first', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 30, amount(id, seen, 300));
      expect(await push(anna, 10, remove(id, seen))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toBeUndefined();
      expect(await notices(ben)).toMatchObject([
        {
          kind: 'deleted',
          rowId: id,
          by: anna.person.userEmail,
          lost: { id, amount: 300, category: 'Food' },
          stands: {},
        },
      ]);
    });

    it('[S39a] a member who is told gets the whole row with its author, without version and address', async () => {
      const { anna, home } = await begin(world());
      const cara = await world().signUp('cara');
      await world().share({ accountId: home, person: cara.person, role: 'member' });
      const insert = entered(home);
      const { id } = insert.row;
      const seen = { accountId: home, number: numberIn(await push(cara, 70, insert), home) };
      await push(cara, 30, amount(id, seen, 300));
      const there = await stored(cara, id);
      if (!there) throw new Error('the entry is not there');
      await push(anna, 10, remove(id, seen));
      const { version, userEmail, ...row } = there;
      expect((await notices(cara)).map(({ lost }) => lost)).toEqual([row]);
      expect(row.userId).toBe(cara.person.userId);
      expect(await push(cara, 5, restoreOf(there))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, userId: cara.person.userId });
    });

    it('[S39d] a later deletion stands, and the editor learns of it; the edit comes last', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 10, remove(id, seen));
      expect(await push(ben, 30, amount(id, seen, 300))).toMatchObject({
        status: 'superseded',
        reason: 'deleted',
        by: anna.person.userEmail,
      });
      expect(await stored(anna, id)).toBeUndefined();
      expect(await notices(anna)).toEqual([]);
    });

    it('[S39a] a deletion whose author had seen the edit stands, whatever clocks say, and nobody is told', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(ben, 10, amount(id, seen, 300)), home);
      expect(await push(anna, 30, remove(id, { ...seen, number }))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toBeUndefined();
      expect(await notices(ben)).toEqual([]);
    });

    it('[S39b] a rename of the category and a repeated value are no edits', async () => {
      const { anna, ben, id, seen } = await begin(world());
      const call = { type: 'expense', from: 'Food', to: 'Groceries' } as const;
      await push(anna, 10, { kind: 'call', name: 'category.rename', arguments: call });
      await push(anna, 10, amount(id, seen, 100));
      expect(await push(ben, 30, remove(id, seen))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S39e] a second deletion counts from its time', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 30, remove(id, seen));
      expect(await push(ben, 5, remove(id, seen))).toMatchObject({ status: 'applied' });
      expect(await push(anna, 10, amount(id, seen, 300))).toMatchObject({ status: 'superseded', reason: 'deleted' });
    });

    it('[S39c, S39e] a later edit brings the row back, and each of those who removed it is told', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const [cara, dan] = [await world().signUp('cara'), await world().signUp('dan')];
      await world().share({ accountId: home, person: cara.person, role: 'admin' });
      await world().share({ accountId: home, person: dan.person, role: 'viewer' });
      await push(ben, 50, remove(id, seen));
      for (const [member, minutes] of [
        [cara, 30],
        [dan, 60],
      ] as const)
        expect(await push(member, minutes, remove(id, seen))).toMatchObject({ status: 'applied' });
      expect(await push(anna, 10, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
      const told = { kind: 'revived', rowId: id, by: anna.person.userEmail, stands: { amount: 300 } };
      for (const member of [ben, cara, dan]) expect(await notices(member)).toMatchObject([told]);
      expect(await notices(anna)).toEqual([]);
    });

    it('[S39c, S40g] a guest of a budget who removed their contribution, too, is told without values', async () => {
      const { anna, ben, home } = await begin(world());
      const cara = await world().signUp('cara');
      const budget = { ...makeBudget(newId(), home, null), createdAt: new Date().toISOString() };
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: budget });
      await world().share({ accountId: home, budgetId: budget.id, person: cara.person, role: 'admin' });
      const insert = entered(home, { type: 'income', budgetId: budget.id });
      const { id } = insert.row;
      const seen = { accountId: home, number: numberIn(await push(cara, 70, insert), home) };
      await push(ben, 40, remove(id, seen));
      expect(await push(cara, 50, remove(id, seen))).toMatchObject({ status: 'applied' });
      await push(anna, 10, patch(id, seen, { date: '2026-03-05' }, { date: '2026-03-06' }));
      expect(await notices(ben)).toMatchObject([{ kind: 'revived', rowId: id, stands: { date: '2026-03-06' } }]);
      expect(await notices(cara)).toMatchObject([{ kind: 'revived', rowId: id, stands: {} }]);
    });

    it.each([40, 60])(
      '[S39a, S36g] who wrote a value again is told of a deletion that knew of neither (%i)',
      async (at) => {
        const { anna, ben, home, id, seen } = await begin(world());
        const carl = await world().signUp('carl');
        await world().share({ accountId: home, person: carl.person, role: 'admin' });
        await push(anna, 50, amount(id, seen, 300));
        await push(ben, at, amount(id, seen, 300));
        expect(await push(carl, 30, remove(id, seen))).toMatchObject({ status: 'applied' });
        for (const one of [anna, ben]) {
          expect(await notices(one)).toMatchObject([{ kind: 'deleted', rowId: id, lost: { amount: 300 } }]);
        }
      },
    );

    it('[S39a, S36g] who writes a value again later than a deletion that knew of it is told', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(ben, 50, amount(id, seen, 300)), home);
      await push(anna, 10, amount(id, seen, 300));
      expect(await push(ben, 30, remove(id, { ...seen, number }))).toMatchObject({ status: 'applied' });
      expect(await notices(anna)).toMatchObject([{ kind: 'deleted', rowId: id, lost: { amount: 300 } }]);
      expect(await notices(ben)).toEqual([]);
    });

    it('[S39d, S36f] of removals in two accounts the last one counts, whatever their numbers', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const moved = await push(anna, 30, patch(id, seen, { accountId: home }, { accountId: shop }));
      const number = numberIn(moved, shop);
      expect(number).toBeLessThan(numberIn(moved, home));
      await push(ben, 10, remove(id, { accountId: shop, number }));
      expect(await push(anna, 20, amount(id, seen, 300))).toMatchObject({
        reason: 'deleted',
        by: ben.person.userEmail,
      });
    });

    it('[S39d] a deletion of v0.1.0 goes by time', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 10, amount(id, seen, 300));
      expect(await push(anna, 30, remove(id))).toMatchObject({ status: 'superseded', reason: 'newer' });
      expect(await push(anna, 5, remove(id))).toMatchObject({ status: 'applied' });
      expect(await push(ben, 7, amount(id, seen.number, 300))).toMatchObject({ reason: 'deleted' });
      expect(await push(ben, 2, amount(id, seen.number, 300))).toMatchObject({ status: 'applied' });
    });

    it('[S39g] who has only a budget brings nothing back and gets only the fields that they wrote', async () => {
      const { anna, home } = await begin(world());
      const cara = await world().signUp('cara');
      const budget = { ...makeBudget(newId(), home, null), createdAt: new Date().toISOString() };
      await push(anna, 80, { kind: 'insert', table: 'budgets', row: budget });
      const grant = { accountId: home, budgetId: budget.id, person: cara.person, role: 'admin' as const };
      await world().share(grant);
      const insert = entered(home, { type: 'income', budgetId: budget.id });
      const { id } = insert.row;
      const seen = { accountId: home, number: numberIn(await push(cara, 70, insert), home) };
      const notes = patch(id, seen, { description: 'row 0', notes: '' }, { description: 'Gift', notes: '' });
      expect(await push(cara, 40, notes)).toMatchObject({ status: 'applied' });
      await push(anna, 30, remove(id, seen));
      const lost = (await notices(cara)).map((notice) => notice.lost);
      expect(lost).toEqual([{ description: 'Gift' }]);
      const { number } = seen;
      const edit = patch(id, { accountId: home, number }, { date: '2026-03-05' }, { date: '2026-03-06' });
      expect(await push(cara, 10, edit)).toMatchObject({ status: 'superseded', reason: 'deleted' });
      expect(await stored(anna, id)).toBeUndefined();
    });

    it('[S39c] somebody who may not restore the row brings nothing back', async () => {
      const { anna, home, id, seen } = await begin(world());
      const cara = await world().signUp('cara');
      await world().share({ accountId: home, person: cara.person, role: 'viewer' });
      await push(anna, 30, remove(id, seen));
      expect(await push(cara, 10, amount(id, seen, 300))).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      expect(await stored(anna, id)).toBeUndefined();
    });
  });
}
