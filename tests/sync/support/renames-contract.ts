/** What becomes of a category's name that somebody entered before they knew of a rename (S38). */
import { describe, expect, it } from 'vitest';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, numberIn, patch, push, remove, restoreOf, stored } from './decisions-world.ts';

const rename = (from: string, to: string) =>
  ({ kind: 'call', name: 'category.rename', arguments: { type: 'expense', from, to } }) as const;

async function categoryOf(member: Member, id: string): Promise<string | undefined> {
  return (await stored(member, id))?.category;
}

export function renamesContract(world: () => ContractWorld): void {
  describe('a category that is renamed', () => {
    it('[S38a, S38b] takes along an entry whose author did not know, and not one whose author did', async () => {
      const { anna, ben, home, seen } = await begin(world());
      const number = numberIn(await push(anna, 30, rename('Food', 'Groceries')), home);
      const [unknowing, knowing] = [entered(home), entered(home)];
      await push(ben, 10, unknowing, { cursors: { [home]: seen.number } });
      await push(ben, 10, knowing, { cursors: { [home]: number } });
      expect(await categoryOf(anna, unknowing.row.id)).toBe('Groceries');
      expect(await categoryOf(anna, knowing.row.id)).toBe('Food');
    });

    it('[S38a] takes along each of several entries that arrive together', async () => {
      const { anna, ben, home, seen } = await begin(world());
      await push(anna, 30, rename('Food', 'Groceries'));
      const entries = [entered(home), entered(home), entered(home, { category: 'Home' })];
      const mutations = entries.map((operation) => ({
        id: newId(),
        editedAt: new Date().toISOString(),
        cursors: { [home]: seen.number },
        operations: [operation],
      }));
      await ben.remote.push(ben.person.userId, mutations);
      const names = await Promise.all(entries.map(({ row }) => categoryOf(anna, row.id)));
      expect(names).toEqual(['Groceries', 'Groceries', 'Home']);
    });

    it('[S38b] is meant literally by the device that renamed it', async () => {
      const { anna, home, seen } = await begin(world());
      const [phone, laptop] = [newId(), newId()];
      await push(anna, 30, rename('Food', 'Groceries'), { device: phone });
      const [own, other] = [entered(home), entered(home)];
      await push(anna, 10, own, { device: phone, cursors: { [home]: seen.number } });
      await push(anna, 10, other, { device: laptop, cursors: { [home]: seen.number } });
      expect(await categoryOf(anna, own.row.id)).toBe('Food');
      expect(await categoryOf(anna, other.row.id)).toBe('Groceries');
    });

    it('[S48e] is not renamed by somebody in an account that is not theirs any more', async () => {
      const { anna, ben, home, shop, id } = await begin(world());
      const inAccount = (accountId: string, to: string) => {
        const call = rename('Food', to);
        return { ...call, arguments: { ...call.arguments, accountId } };
      };
      expect(await push(anna, 30, inAccount(home, 'Groceries'))).toMatchObject({ status: 'applied' });
      // Another account of theirs has the name: that says nothing of this one.
      expect(await push(ben, 20, inAccount(shop, 'Groceries'))).toMatchObject({
        status: 'rejected',
        reason: 'forbidden',
      });
      expect(await categoryOf(anna, id)).toBe('Groceries');
    });

    it('[S38a] is followed through chains and swaps, in order', async () => {
      const { anna, ben, home, seen } = await begin(world());
      await push(anna, 30, rename('Food', 'X'));
      await push(anna, 30, rename('Home', 'Food'));
      await push(anna, 30, rename('X', 'Home'));
      const [food, house] = [entered(home, { category: 'Food' }), entered(home, { category: 'Home' })];
      await push(ben, 10, food, { cursors: { [home]: seen.number } });
      await push(ben, 10, house, { cursors: { [home]: seen.number } });
      expect(await categoryOf(anna, food.row.id)).toBe('Home');
      expect(await categoryOf(anna, house.row.id)).toBe('Food');
    });

    it.each(['first', 'last'])('[S38a, S38d] goes together with an edit to it; the rename comes %s', async (order) => {
      const { anna, ben, home, seen } = await begin(world());
      const insert = entered(home, { category: 'Home' });
      const number = numberIn(await push(anna, 80, insert), home);
      const { id } = insert.row;
      if (order === 'first') await push(anna, 30, rename('Food', 'Groceries'));
      const edit = patch(id, { ...seen, number }, { category: 'Home' }, { category: 'Food' });
      expect(await push(ben, 60, edit, { cursors: { [home]: number } })).toMatchObject({ status: 'applied' });
      if (order === 'last') await push(anna, 30, rename('Food', 'Groceries'));
      expect(await categoryOf(anna, id)).toBe('Groceries');
    });

    it.each(['first', 'last'])(
      '[S38d] is no edit of its entries: an older one away from it is taken; the rename comes %s',
      async (order) => {
        const { anna, ben, home, id, seen } = await begin(world());
        if (order === 'first') await push(anna, 10, rename('Food', 'Groceries'));
        const edit = patch(id, seen, { category: 'Food' }, { category: 'Home' });
        expect(await push(ben, 60, edit, { cursors: { [home]: seen.number } })).toMatchObject({ status: 'applied' });
        if (order === 'last') await push(anna, 10, rename('Food', 'Groceries'));
        expect(await categoryOf(anna, id)).toBe('Home');
      },
    );

    it('[S38a] takes along a restored entry', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const row = await stored(anna, id);
      if (!row) throw new Error('the entry is not there');
      await push(ben, 40, remove(id, seen));
      await push(anna, 30, rename('Food', 'Groceries'));
      await push(ben, 10, restoreOf(row), { cursors: { [home]: seen.number } });
      expect(await categoryOf(anna, id)).toBe('Groceries');
    });

    it('[S38c] takes along by time where the author’s cursor is not known', async () => {
      const { anna, ben, home } = await begin(world());
      await push(anna, 30, rename('Food', 'Groceries'));
      await new Promise((resolve) => setTimeout(resolve, 20));
      const [before, after] = [entered(home), entered(home)];
      await push(ben, 10, before);
      await push(ben, 0, after);
      expect(await categoryOf(anna, before.row.id)).toBe('Groceries');
      expect(await categoryOf(anna, after.row.id)).toBe('Food');
    });
  });
}
