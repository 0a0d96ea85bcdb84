/** What renames and merges of categories do with schedules (S80g). */
import { describe, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import { begin, type Household, notices, numberIn, pull, push } from './decisions-world.ts';
import {
  addSchedule,
  halves,
  haveSchedule,
  MONEY,
  patchSchedule,
  say,
  scheduled,
  scheduleOf,
  schedulesOf,
  seenBy,
} from './schedules-world.ts';

const applied = { status: 'applied' };

export function scheduleCategoriesContract(world: () => ContractWorld): void {
  describe('the category of a schedule', () => {
    const named = (accountId: string, from = 'Food', to = 'Home') =>
      ({ type: 'expense', from, to, accountId }) as const;
    const rename = (accountId: string, to: string) =>
      ({ kind: 'call', name: 'category.rename', arguments: named(accountId, 'Food', to) }) as const;
    /** A whole one, a split one, a refund, and income of the same name. */
    const four = async ({ anna, home }: Household) => {
      const row = { ...newCategory(home, 'income', 'Food', new Date().toISOString()), id: newId() };
      await push(anna, 85, { kind: 'insert', table: 'categories', row });
      const made = [
        {},
        { category: 'Split', lines: halves('Food', 'Home') },
        { type: 'income' as const, refund: true },
        { type: 'income' as const },
      ];
      const rows = [];
      for (const over of made) rows.push(await haveSchedule(anna, home, over));
      return rows.map(({ id }) => id);
    };
    const namesOf = async (member: Member, ids: string[]) => {
      const rows = await schedulesOf(member);
      return ids.map((id) => {
        const row = rows.find((one) => one.id === id);
        return row?.lines ? row.lines.map(({ category }) => category).join('+') : row?.category;
      });
    };

    it('[S80g] follows a rename by its type, also in lines, and that is no edit', async () => {
      const given = await begin(world());
      const { anna, ben, home } = given;
      const ids = await four(given);
      const [whole = ''] = ids;
      const seen = await seenBy(ben, whole);
      expect(await push(anna, 30, rename(home, 'Meals'))).toMatchObject(applied);
      expect(await namesOf(ben, ids)).toEqual(['Meals', 'Meals+Home', 'Meals', 'Food']);
      const cheaper = patchSchedule(whole, seen, MONEY, { ...MONEY, amount: 70 });
      expect(await push(ben, 60, cheaper, { cursors: { [home]: seen.number } })).toMatchObject(applied);
      expect(await scheduleOf(anna, whole)).toMatchObject({ amount: 70, category: 'Meals' });
      expect(await notices(anna)).toEqual([]);
    });

    it('[S80g, S38a] is meant as its author knew it', async () => {
      const { anna, ben, home, seen } = await begin(world());
      await push(anna, 30, rename(home, 'Meals'));
      const [unaware, aware] = [scheduled(home), scheduled(home)];
      await push(ben, 20, addSchedule(unaware), { cursors: { [home]: seen.number } });
      const { version } = (await pull(ben)).scopes.find(({ accountId }) => accountId === home)?.cursor ?? {};
      await push(ben, 20, addSchedule(aware), { cursors: { [home]: version ?? 0 } });
      expect(await namesOf(anna, [unaware.id, aware.id])).toEqual(['Meals', 'Food']);
    });

    it('[S80g, S79a, S79c] follows a merge, whose undo gives it back where nobody wrote it since', async () => {
      const given = await begin(world());
      const { anna, ben, home } = given;
      const ids = await four(given);
      const [touched, fromBefore] = [
        await haveSchedule(anna, home),
        await haveSchedule(anna, home, { category: 'Home' }),
      ];
      const { number } = await seenBy(ben, fromBefore.id);
      const action = newId();
      const merge = { kind: 'call', name: 'category.merge', arguments: named(home) } as const;
      expect(await push(anna, 30, merge, { action })).toMatchObject(applied);
      expect(await namesOf(ben, ids)).toEqual(['Home', 'Home+Home', 'Home', 'Food']);
      const late = scheduled(home);
      await push(ben, 25, addSchedule(late), { cursors: { [home]: number } });
      const money = { ...MONEY, category: 'Home' };
      expect(await say(ben, touched.id, money, { ...money, amount: 90 }, 20)).toMatchObject(applied);
      const unmerge = { kind: 'call', name: 'category.unmerge', arguments: named(home) } as const;
      expect(await push(anna, 5, unmerge, { undoes: action })).toMatchObject(applied);
      expect(await namesOf(ben, ids)).toEqual(['Food', 'Food+Home', 'Food', 'Food']);
      expect(await namesOf(ben, [touched.id, fromBefore.id, late.id])).toEqual(['Home', 'Home', 'Food']);
    });

    it('[S80h, S32a] nothing else of the account counts schedules', async () => {
      const { anna, home } = await begin(world());
      const before = (await anna.remote.sums())[`account:${home}`];
      await haveSchedule(anna, home);
      const after = (await anna.remote.sums())[`account:${home}`];
      expect(after).toEqual({ ...before, head: expect.any(Number) });
      const number = numberIn(await push(anna, 5, entered(home)), home);
      expect(after?.head).toBeLessThan(number);
    });
  });
}
