/** How a server merges edits of one row, by what their authors had seen (S36, S37). */
import { describe, expect, it } from 'vitest';
import type { Patch } from '#domain/mutations/operations';
import { type ContractWorld, newId } from './contract-world.ts';
import { amount, begin, halve, notices, numberIn, patch, pull, push, remove, stored } from './decisions-world.ts';

export function mergeContract(world: () => ContractWorld): void {
  describe('two edits of one row', () => {
    it('[S36d, S36e] of two that had not seen each other the later wins, and the other is told', async () => {
      const { anna, ben, id, seen, home } = await begin(world());
      await push(anna, 30, amount(id, seen, 200));
      expect(await push(ben, 10, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
      expect(await notices(ben)).toEqual([]);
      expect(await notices(anna)).toMatchObject([
        {
          kind: 'edited',
          accountId: home,
          table: 'transactions',
          rowId: id,
          by: ben.person.userEmail,
          lost: { amount: 200 },
          stands: { amount: 300 },
        },
      ]);
    });

    it('[S36d] of two that had not seen each other the later wins; it comes first', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(ben, 10, amount(id, seen, 300));
      expect(await push(anna, 30, amount(id, seen, 200))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { amount: 300 },
        by: ben.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
      expect(await notices(ben)).toEqual([]);
    });

    it('[S36a] an edit whose author had seen the other one is taken, also with a slow clock', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 10, amount(id, seen, 200)), home);
      const edit = patch(id, { ...seen, number }, { amount: 200, type: 'expense' }, { amount: 300, type: 'expense' });
      expect(await push(ben, 60, edit)).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
      expect(await notices(anna)).toEqual([]);
    });

    it('[S36b] a device knows what it wrote itself; another device of the same person does not', async () => {
      const { anna, id, seen } = await begin(world());
      const [phone, laptop] = [newId(), newId()];
      await push(anna, 10, amount(id, seen, 200), { device: phone });
      expect(await push(anna, 20, amount(id, seen, 300), { device: phone })).toMatchObject({ status: 'applied' });
      expect(await push(anna, 20, amount(id, seen, 400), { device: laptop })).toMatchObject({ status: 'superseded' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
    });

    it('[S36b, G1] an edit that comes after a later one of its device does not write over that', async () => {
      const { anna, id, seen } = await begin(world());
      const device = newId();
      // The device's clock was set back between the two.
      await push(anna, 20, amount(id, seen, 300), { device, number: 2 });
      const late = await push(anna, 10, amount(id, seen, 200), { device, number: 1 });
      expect(late).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300 });
      expect(await notices(anna)).toEqual([]);
      await push(anna, 5, amount(id, seen, 400), { device, number: 3 });
      expect(await stored(anna, id)).toMatchObject({ amount: 400 });
    });

    it('[S36b, S36g, G1] nor over a later one that found its value standing', async () => {
      const { anna, id, seen } = await begin(world());
      const device = newId();
      const back = patch(id, seen, { amount: 200, type: 'expense' }, { amount: 100, type: 'expense' });
      await push(anna, 10, back, { device, number: 2 });
      await push(anna, 20, amount(id, seen, 200), { device, number: 1 });
      expect(await stored(anna, id)).toMatchObject({ amount: 100 });
    });

    it('[S36b, S37a, G1] of a change of the type, what is not written over since is taken', async () => {
      const { anna, id, seen } = await begin(world());
      const device = newId();
      await push(anna, 10, amount(id, seen, 300), { device, number: 2 });
      const turn = patch(id, seen, { amount: 100, type: 'expense' }, { amount: 100, type: 'income' });
      expect(await push(anna, 20, turn, { device, number: 1 })).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, type: 'income' });
    });

    it('[S36b, S66b, G1] lines of an amount that is another one since are told', async () => {
      const { anna, id, seen } = await begin(world());
      const device = newId();
      await push(anna, 10, amount(id, seen, 300), { device, number: 2 });
      const late = await push(anna, 20, halve(id, seen), { device, number: 1 });
      expect(late).toMatchObject({ status: 'superseded', reason: 'newer', kept: { amount: 300, lines: null } });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, lines: null });
    });

    it('[S36i, G5] description and notes of two edits that had not seen each other both stand', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 30, patch(id, seen, { description: 'row 0' }, { description: 'Lunch' }));
      expect(await push(ben, 10, patch(id, seen, { notes: '' }, { notes: 'with Eve' }))).toEqual(
        expect.objectContaining({ status: 'applied' }),
      );
      expect(await stored(anna, id)).toMatchObject({ description: 'Lunch', notes: 'with Eve' });
      expect([await notices(anna), await notices(ben)]).toEqual([[], []]);
    });

    it('[S36i, G5] an edit of a release before 0.3.0 writes only the text that it changed', async () => {
      const { anna, ben, id, seen } = await begin(world());
      const texts = { description: 'row 0', notes: '' };
      await push(anna, 30, patch(id, seen, texts, { ...texts, description: 'Lunch' }));
      await push(ben, 10, patch(id, seen, texts, { ...texts, notes: 'with Eve' }));
      expect(await stored(anna, id)).toMatchObject({ description: 'Lunch', notes: 'with Eve' });
      expect([await notices(anna), await notices(ben)]).toEqual([[], []]);
    });

    it('[S36i, S36c] such a release says of both what it had seen of the description', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 10, patch(id, seen, { notes: '' }, { notes: 'Anna' })), home);
      const under = { ...seen, number, hidden: { description: seen.number } };
      const edit = patch(id, under, { notes: '' }, { notes: 'Ben' });
      expect(await push(ben, 20, edit)).toMatchObject({ status: 'superseded', kept: { notes: 'Anna' } });
    });

    it('[S36c] what lay under the author’s own unsettled edits counts as seen before them', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(ben, 10, amount(id, seen, 300)), home);
      const hidden = { amount: seen.number };
      expect(await push(anna, 20, amount(id, { ...seen, number, hidden }, 200))).toMatchObject({
        status: 'superseded',
        kept: { amount: 300 },
      });
      const notes = { description: 'Lunch', notes: '' };
      const other = patch(id, { ...seen, number, hidden }, { ...notes, description: 'row 0' }, notes);
      expect(await push(anna, 20, other)).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, description: 'Lunch' });
    });

    it('[S36f] who had seen a value before the row moved to another account knows it afterwards', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 10, amount(id, seen, 200)), home);
      await push(anna, 9, patch(id, { ...seen, number }, { accountId: home }, { accountId: shop }));
      const before = { amount: 200, type: 'expense' };
      const unseen = patch(id, seen, before, { ...before, amount: 250 });
      expect(await push(ben, 20, unseen)).toMatchObject({ status: 'superseded' });
      const seeing = patch(id, { ...seen, number }, before, { ...before, amount: 300 });
      expect(await push(ben, 20, seeing)).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 300, accountId: shop });
    });

    it('[S36f] a high number of one account says nothing of what was written in another', async () => {
      const { anna, ben, home, shop, id, seen } = await begin(world());
      const moved = await push(anna, 30, patch(id, seen, { accountId: home }, { accountId: shop }));
      await push(anna, 10, amount(id, { accountId: shop, number: numberIn(moved, shop) }, 200));
      expect(await push(ben, 20, amount(id, { accountId: home, number: 1_000_000 }, 300))).toMatchObject({
        status: 'superseded',
        kept: { amount: 200 },
      });
    });

    it.each(['first', 'last'])(
      '[S36d] an edit and a move of the row both survive; the move comes %s',
      async (order) => {
        const { anna, ben, home, shop, id, seen } = await begin(world());
        const move = () => push(anna, 30, patch(id, seen, { accountId: home }, { accountId: shop }));
        if (order === 'first') await move();
        expect(await push(ben, 40, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
        if (order === 'last') await move();
        expect(await stored(anna, id)).toMatchObject({ amount: 300, accountId: shop });
      },
    );

    it('[S36g] an edit that writes the standing value changes nothing, and its time counts', async () => {
      const { anna, ben, id, seen } = await begin(world());
      const first = await push(anna, 30, amount(id, seen, 200));
      expect(await push(ben, 10, amount(id, seen, 200))).toEqual({ ...first, id: expect.any(String) });
      expect(await push(anna, 20, amount(id, seen, 300))).toMatchObject({
        status: 'superseded',
        by: ben.person.userEmail,
      });
      await push(anna, 5, amount(id, seen, 400));
      expect(await notices(ben)).toMatchObject([{ kind: 'edited', lost: { amount: 200 }, stands: { amount: 400 } }]);
    });

    it('[S36g, G1] an edit had not seen that its value was written again later', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 30, amount(id, seen, 200)), home);
      await push(ben, 10, amount(id, seen, 200));
      expect(await push(anna, 20, amount(id, { ...seen, number }, 300))).toMatchObject({
        status: 'superseded',
        kept: { amount: 200 },
        by: ben.person.userEmail,
      });
      expect(await push(anna, 5, amount(id, { ...seen, number }, 400))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ amount: 400 });
    });

    it('[S36a] a bare number of v0.1.0 is compared with the row’s numbers', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 10, amount(id, seen, 200)), home);
      expect(await push(ben, 20, amount(id, seen.number, 300))).toMatchObject({ status: 'superseded' });
      expect(await push(ben, 20, amount(id, number, 300))).toMatchObject({ status: 'applied' });
    });
  });

  describe('an account and its categories', () => {
    it('[S36d, G5] kind, archive and position of an account merge apart', async () => {
      const { anna, ben, home } = await begin(world());
      const seen = { accountId: home, number: 2 };
      const edit = (before: Patch['before'], after: Patch['after']): Patch => {
        return { kind: 'patch', table: 'accounts', id: home, seen, before, after };
      };
      const applied = { status: 'applied' };
      expect(await push(anna, 30, edit({ kind: 'other' }, { kind: 'savings' }))).toMatchObject(applied);
      expect(await push(ben, 30, edit({ archived: false }, { archived: true }))).toMatchObject(applied);
      expect(await push(ben, 30, edit({ position: null }, { position: 1.5 }))).toMatchObject(applied);
      expect(await push(ben, 40, edit({ kind: 'other' }, { kind: 'loan' }))).toMatchObject({
        status: 'superseded',
        kept: { kind: 'savings' },
      });
      expect(await push(anna, 20, edit({ archived: false }, { archived: false }))).toMatchObject(applied);
      const [scope] = (await pull(ben)).scopes.filter(({ accountId }) => accountId === home);
      expect(scope?.accounts).toMatchObject([{ kind: 'savings', archived: false, position: 1.5 }]);
      expect(await notices(ben)).toMatchObject([{ lost: { archived: true }, stands: { archived: false } }]);
    });

    it('[S36d, G5] group and archive of a category merge apart, and a rename keeps both', async () => {
      const { anna, ben, home } = await begin(world());
      const of = async () => (await pull(anna)).scopes.flatMap(({ categories }) => categories);
      const { id = '', version = 0 } = (await of()).find(({ name }) => name === 'Food') ?? {};
      const edit = (before: Patch['before'], after: Patch['after']): Patch => {
        return { kind: 'patch', table: 'categories', id, seen: { accountId: home, number: version }, before, after };
      };
      await push(anna, 30, edit({ group: null }, { group: 'Daily' }));
      await push(ben, 30, edit({ archived: false }, { archived: true }));
      await push(anna, 20, edit({ name: 'Food' }, { name: 'Meals' }));
      expect((await of()).find((one) => one.id === id)).toMatchObject({
        name: 'Meals',
        group: 'Daily',
        archived: true,
      });
    });

    it.each([
      ['accounts', { kind: 'other' }, { kind: 'mattress' }],
      ['accounts', { archived: false }, { archived: null }],
      ['accounts', { position: null }, { position: 1e16 }],
      ['categories', { group: null }, { group: 'x'.repeat(201) }],
      ['categories', { group: null }, { group: '' }],
    ] as const)('a value of %s that breaks a rule is refused: %j becomes %j', async (table, before, after) => {
      const { anna, home } = await begin(world());
      const categories = (await pull(anna)).scopes.flatMap((scope) => scope.categories);
      const id = table === 'accounts' ? home : (categories[0]?.id ?? '');
      const edit = { kind: 'patch', table, id, seen: { accountId: home, number: 9 }, before, after } as const;
      expect(await push(anna, 0, edit)).toMatchObject({ status: 'rejected', reason: 'invalid' });
    });
  });

  describe('the type of a transaction', () => {
    const asExpense = { amount: 100, type: 'expense', category: 'Food' };
    const asIncome = { amount: 100, type: 'income', category: 'Salary' };

    it('[S37a] an unseen later edit of the category keeps amount, type and category', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 10, patch(id, seen, { category: 'Food' }, { category: 'Home' }));
      expect(await push(ben, 30, patch(id, seen, asExpense, asIncome))).toMatchObject({
        status: 'superseded',
        kept: { ...asExpense, category: 'Home' },
        by: anna.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject({ ...asExpense, category: 'Home' });
    });

    it('[S37a, S36e] a later change of the type takes all three, and whoever set the category is told', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 30, patch(id, seen, { category: 'Food' }, { category: 'Home' }));
      expect(await push(ben, 10, patch(id, seen, asExpense, asIncome))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject(asIncome);
      expect(await notices(anna)).toMatchObject([
        { lost: { type: 'expense', category: 'Home' }, stands: { type: 'income', category: 'Salary' } },
      ]);
    });

    it('[S37d, G1] an amount that is only taken along stays its author’s, who is told of its end', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 40, amount(id, seen, 200)), home);
      const now = { ...asExpense, amount: 200 };
      await push(ben, 30, patch(id, { ...seen, number }, now, { ...now, type: 'income', category: 'Salary' }));
      expect(await notices(anna)).toEqual([]);
      const cara = await world().signUp('cara');
      await world().share({ accountId: home, person: cara.person, role: 'admin' });
      expect(await push(cara, 20, halve(id, seen))).toMatchObject({ status: 'applied' });
      for (const member of [anna, ben]) {
        const [told, ...others] = await notices(member);
        expect(others).toEqual([]);
        expect(told).toMatchObject({ kind: 'edited', lost: { amount: 200, type: 'income' }, stands: { amount: 100 } });
      }
    });

    it('[S37d, G1] the same where the row is deleted', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const number = numberIn(await push(anna, 40, amount(id, seen, 200)), home);
      const now = { ...asExpense, amount: 200 };
      await push(ben, 30, patch(id, { ...seen, number }, now, { ...now, type: 'income', category: 'Salary' }));
      const cara = await world().signUp('cara');
      await world().share({ accountId: home, person: cara.person, role: 'admin' });
      expect(await push(cara, 20, remove(id, seen))).toMatchObject({ status: 'applied' });
      for (const member of [anna, ben]) {
        expect(await notices(member)).toMatchObject([{ kind: 'deleted', lost: { amount: 200, type: 'income' } }]);
      }
    });

    it('[S37b] an edit that names the type and leaves it does not write it', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 30, patch(id, seen, asExpense, asIncome));
      expect(await push(ben, 10, amount(id, seen, 300))).toMatchObject({ status: 'applied' });
      expect(await stored(anna, id)).toMatchObject({ ...asIncome, amount: 300 });
    });

    it('[S37c] a category that was chosen for another type is not taken, however late', async () => {
      const { anna, ben, id, seen } = await begin(world());
      await push(anna, 30, patch(id, seen, asExpense, asIncome));
      expect(await push(ben, 10, patch(id, seen, { category: 'Food' }, { category: 'Home' }))).toMatchObject({
        status: 'superseded',
        reason: 'newer',
        kept: { category: 'Salary' },
        by: anna.person.userEmail,
      });
      expect(await stored(anna, id)).toMatchObject(asIncome);
    });
  });
}
