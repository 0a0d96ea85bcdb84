/** What servers do with merges of categories (S79). */
import { describe, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { CategoryRow } from '#domain/rows';
import { type ContractWorld, entered, type Member, newId } from './contract-world.ts';
import {
  begin,
  type Household,
  halve,
  notices,
  numberIn,
  patch,
  pull,
  push,
  pushAll,
  stored,
} from './decisions-world.ts';
import { makeBudget } from './people.ts';

const named = (accountId: string, from = 'Food', to = 'Home') => ({ type: 'expense', from, to, accountId }) as const;
const merge = (accountId: string, from?: string, to?: string) =>
  ({ kind: 'call', name: 'category.merge', arguments: named(accountId, from, to) }) as const;
const unmerge = (accountId: string, from?: string, to?: string) =>
  ({ kind: 'call', name: 'category.unmerge', arguments: named(accountId, from, to) }) as const;

async function categoriesOf(member: Member): Promise<CategoryRow[]> {
  return (await pull(member)).scopes.flatMap((scope) => scope.categories);
}

async function namesIn(member: Member, accountId: string): Promise<string[]> {
  const rows = await categoriesOf(member);
  return rows.flatMap((row) => (row.accountId === accountId ? [row.name] : [])).sort();
}

async function categoryNamed({ anna, home }: Household, name: string): Promise<CategoryRow> {
  const found = (await categoriesOf(anna)).find((row) => row.accountId === home && row.name === name);
  if (!found) throw new Error('no such category');
  return found;
}

async function budgetOf({ anna, home }: Household, categoryId: string): Promise<string> {
  const id = newId();
  await push(anna, 70, { kind: 'insert', table: 'budgets', row: makeBudget(id, home, categoryId) });
  return id;
}

async function coveredBy(member: Member, budgetId: string): Promise<string | null | undefined> {
  const { scopes } = await pull(member);
  return scopes.flatMap(({ budgets }) => budgets).find(({ id }) => id === budgetId)?.categoryId;
}

/** Anna merges Food into Home, and takes that back. */
async function thereAndBack({ anna, home }: Household, meanwhile: () => Promise<unknown> = async () => {}) {
  const action = newId();
  expect(await push(anna, 30, merge(home), { action })).toMatchObject({ status: 'applied' });
  await meanwhile();
  return push(anna, 5, unmerge(home), { undoes: action });
}

export function mergesContract(world: () => ContractWorld): void {
  describe('a merge of categories', () => {
    it('[S79a] gives rows and lines of one category the name of the other, which stays', async () => {
      const given = await begin(world());
      const { anna, ben, home, id, seen } = given;
      const other = entered(home);
      const split = numberIn(await push(anna, 60, other), home);
      await push(anna, 50, halve(other.row.id, { ...seen, number: split }));
      expect(await push(anna, 30, merge(home))).toMatchObject({ status: 'applied' });
      expect(await stored(ben, id)).toMatchObject({ category: 'Home' });
      expect((await stored(ben, other.row.id))?.lines?.map(({ category }) => category)).toEqual(['Home', 'Home']);
      expect(await namesIn(ben, home)).toEqual(['Home']);
    });

    it('[S79a] leaves a category of the other type and the same name alone', async () => {
      const given = await begin(world());
      const { anna, home } = given;
      const row = { ...newCategory(home, 'income', 'Food', new Date().toISOString()), id: newId() };
      await push(anna, 80, { kind: 'insert', table: 'categories', row });
      const income = entered(home, { type: 'income' });
      const made = entered(home, { type: 'income' });
      const refund = { ...made, row: { ...made.row, refund: true } };
      await pushAll(anna, 70, [income, refund]);
      await push(anna, 30, merge(home));
      expect(await stored(anna, income.row.id)).toMatchObject({ category: 'Food' });
      expect(await stored(anna, refund.row.id)).toMatchObject({ category: 'Home' });
      expect(await namesIn(anna, home)).toEqual(['Food', 'Home']);
    });

    it('[S79a] is a rename where the account lacks the other category', async () => {
      const given = await begin(world());
      const { anna, home, id } = given;
      const food = await categoryNamed(given, 'Food');
      const { shop } = given;
      const row = { ...newCategory(shop, 'expense', 'Meals', new Date().toISOString()), id: newId() };
      await push(anna, 80, { kind: 'insert', table: 'categories', row });
      expect(await push(anna, 30, merge(home, 'Food', 'Meals'))).toMatchObject({ status: 'applied' });
      expect((await categoryNamed(given, 'Meals')).id).toBe(food.id);
      expect(await stored(anna, id)).toMatchObject({ category: 'Meals' });
    });

    it('[S79a] is refused where nobody has either category, and to who does not own the account', async () => {
      const { anna, ben, home, id } = await begin(world());
      expect(await push(anna, 30, merge(home, 'Fun', 'Joy'))).toMatchObject({ status: 'rejected', reason: 'gone' });
      expect(await push(ben, 30, merge(home))).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      const eve = await world().signUp('eve');
      expect(await push(eve, 30, merge(home))).toMatchObject({ status: 'rejected', reason: 'gone' });
      expect(await push(ben, 30, unmerge(home))).toMatchObject({ status: 'rejected', reason: 'forbidden' });
      expect(await stored(anna, id)).toMatchObject({ category: 'Food' });
    });

    it('[S79a, S38a] means the categories that had these names for its author', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const rename = (from: string, to: string) =>
        ({ kind: 'call', name: 'category.rename', arguments: named(home, from, to) }) as const;
      await push(anna, 30, rename('Food', 'Meals'));
      await push(anna, 30, rename('Home', 'Flat'));
      await push(anna, 20, merge(home), { cursors: { [home]: seen.number } });
      expect(await stored(ben, id)).toMatchObject({ category: 'Flat' });
      expect(await namesIn(ben, home)).toEqual(['Flat']);
    });

    it('[S79a] leaves alone what another merge of the same category went into, and is refused', async () => {
      const { anna, ben, home, id, seen } = await begin(world());
      const row = { ...newCategory(home, 'expense', 'Fun', new Date().toISOString()), id: newId() };
      await push(anna, 40, { kind: 'insert', table: 'categories', row });
      const atHome = entered(home, { category: 'Home' });
      await push(anna, 40, atHome);
      await push(anna, 30, merge(home), { device: newId() });
      const unaware = { device: newId(), cursors: { [home]: seen.number } };
      expect(await push(anna, 20, merge(home, 'Food', 'Fun'), unaware)).toMatchObject({
        status: 'rejected',
        reason: 'gone',
      });
      expect(await stored(ben, id)).toMatchObject({ category: 'Home' });
      expect(await stored(ben, atHome.row.id)).toMatchObject({ category: 'Home' });
      expect(await namesIn(ben, home)).toEqual(['Fun', 'Home']);
    });

    it('[S79b] leaves its budgets to the other category, and their guests see what that covers', async () => {
      const given = await begin(world());
      const { anna, home, id } = given;
      const [food, house] = [await categoryNamed(given, 'Food'), await categoryNamed(given, 'Home')];
      const budget = await budgetOf(given, food.id);
      const eve = await world().signUp('eve');
      await world().share({ accountId: home, budgetId: budget, person: eve.person, role: 'viewer' });
      const atHome = entered(home, { category: 'Home' });
      await push(anna, 60, atHome);
      expect(await stored(eve, atHome.row.id)).toBeUndefined();
      await push(anna, 30, merge(home));
      expect(await coveredBy(anna, budget)).toBe(house.id);
      expect(await stored(eve, atHome.row.id)).toMatchObject({ category: 'Home' });
      expect(await stored(eve, id)).toMatchObject({ category: 'Home' });
    });

    it('[S79b] leaves it a budget that somebody made who did not know', async () => {
      const given = await begin(world());
      const { anna, ben, home } = given;
      const [food, house] = [await categoryNamed(given, 'Food'), await categoryNamed(given, 'Home')];
      await push(anna, 30, merge(home));
      const id = newId();
      const made = { kind: 'insert', table: 'budgets', row: makeBudget(id, home, food.id) } as const;
      expect(await push(ben, 20, made)).toMatchObject({ status: 'applied' });
      expect(await coveredBy(anna, id)).toBe(house.id);
    });

    it('[S79a, S39a] tells whose edit of the category that goes it had not seen', async () => {
      const given = await begin(world());
      const { anna, ben, home } = given;
      const food = await categoryNamed(given, 'Food');
      const about = { kind: 'patch', table: 'categories', id: food.id } as const;
      const seen = { accountId: home, number: food.version };
      await push(ben, 40, { ...about, seen, before: { group: null }, after: { group: 'Daily' } });
      const unknowing = { ...merge(home), arguments: { ...named(home), seen } };
      await push(anna, 30, unknowing);
      expect(await notices(ben)).toMatchObject([{ table: 'categories', rowId: food.id, kind: 'deleted' }]);
      expect(await notices(anna)).toEqual([]);
    });

    it('[S79a, S38a] takes along what somebody enters who did not know', async () => {
      const { anna, ben, home, seen } = await begin(world());
      await push(anna, 30, merge(home));
      const late = entered(home);
      await push(ben, 10, late, { cursors: { [home]: seen.number } });
      expect(await stored(anna, late.row.id)).toMatchObject({ category: 'Home' });
    });
  });

  describe('the undo of a merge', () => {
    it('[S79c] brings back the category, its budgets and the names, and no other row', async () => {
      const given = await begin(world());
      const { anna, home, id, seen } = given;
      const [food, house] = [await categoryNamed(given, 'Food'), await categoryNamed(given, 'Home')];
      const [budget, ofHouse] = [await budgetOf(given, food.id), await budgetOf(given, house.id)];
      const [atHome, split] = [entered(home, { category: 'Home' }), entered(home)];
      await push(anna, 60, atHome);
      const number = numberIn(await push(anna, 60, split), home);
      await push(anna, 50, halve(split.row.id, { ...seen, number }));
      const before = (await categoriesOf(anna)).map(({ version, ...row }) => row);
      expect(await thereAndBack(given)).toMatchObject({ status: 'applied' });
      const after = (await categoriesOf(anna)).map(({ version, ...row }) => row);
      expect(new Set(after)).toEqual(new Set(before));
      expect(await coveredBy(anna, budget)).toBe(food.id);
      expect(await coveredBy(anna, ofHouse)).toBe(house.id);
      expect(await stored(anna, id)).toMatchObject({ category: 'Food' });
      expect(await stored(anna, atHome.row.id)).toMatchObject({ category: 'Home' });
      expect((await stored(anna, split.row.id))?.lines?.map(({ category }) => category)).toEqual(['Food', 'Home']);
    });

    it('[S79c] leaves what somebody wrote since: a category, the lines, the category of a budget', async () => {
      const given = await begin(world());
      const { anna, ben, home, id, seen } = given;
      const [food, house] = [await categoryNamed(given, 'Food'), await categoryNamed(given, 'Home')];
      const budget = await budgetOf(given, food.id);
      const split = entered(home);
      const number = numberIn(await push(anna, 60, split), home);
      await push(anna, 50, halve(split.row.id, { ...seen, number }));
      await thereAndBack(given, async () => {
        // The values that stand already: they are theirs from now on.
        await push(ben, 20, patch(id, seen, { category: 'Fun' }, { category: 'Home' }));
        const now = await stored(ben, split.row.id);
        const lines = now?.lines?.map((line) => ({ ...line, note: 'mine' })) ?? [];
        const before = { amount: 100, type: 'expense', category: 'Split', lines: now?.lines ?? null };
        const place = { accountId: home, number: now?.version ?? 0 };
        await push(ben, 20, patch(split.row.id, place, before, { ...before, lines }));
        const about = { kind: 'patch', table: 'budgets', id: budget, seen: place } as const;
        await push(ben, 20, { ...about, before: { categoryId: house.id }, after: { categoryId: null } });
        await push(ben, 15, { ...about, before: { categoryId: null }, after: { categoryId: house.id } });
      });
      expect(await stored(anna, id)).toMatchObject({ category: 'Home' });
      expect((await stored(anna, split.row.id))?.lines?.map(({ category }) => category)).toEqual(['Home', 'Home']);
      expect(await coveredBy(anna, budget)).toBe(house.id);
    });

    it('[S79c] gives back what came under the old name meanwhile, and after it that name means itself', async () => {
      const given = await begin(world());
      const { anna, ben, home, seen } = given;
      const [meanwhile, after] = [entered(home), entered(home)];
      const unaware = { cursors: { [home]: seen.number } };
      await thereAndBack(given, () => push(ben, 20, meanwhile, unaware));
      await push(ben, 20, after, unaware);
      expect(await stored(anna, meanwhile.row.id)).toMatchObject({ category: 'Food' });
      expect(await stored(anna, after.row.id)).toMatchObject({ category: 'Food' });
    });

    it('[S79c] finds its rows where the other category has another name by now', async () => {
      const given = await begin(world());
      const { anna, home, id } = given;
      const names = named(home, 'Home', 'Flat');
      await thereAndBack(given, () => push(anna, 20, { kind: 'call', name: 'category.rename', arguments: names }));
      expect(await stored(anna, id)).toMatchObject({ category: 'Food' });
      expect(await namesIn(anna, home)).toEqual(['Flat', 'Food']);
    });

    it('[S79c] renames back where it was a rename', async () => {
      const given = await begin(world());
      const { anna, home, shop, id } = given;
      const food = await categoryNamed(given, 'Food');
      const row = { ...newCategory(shop, 'expense', 'Meals', new Date().toISOString()), id: newId() };
      await push(anna, 80, { kind: 'insert', table: 'categories', row });
      const action = newId();
      await push(anna, 30, merge(home, 'Food', 'Meals'), { action });
      expect(await push(anna, 5, unmerge(home, 'Food', 'Meals'), { undoes: action })).toMatchObject({
        status: 'applied',
      });
      expect((await categoryNamed(given, 'Food')).id).toBe(food.id);
      expect(await stored(anna, id)).toMatchObject({ category: 'Food' });
    });

    it('[S79c] is refused where the action is no merge of this user that stands', async () => {
      const given = await begin(world());
      const { anna, home } = given;
      const gone = { status: 'rejected', reason: 'gone' };
      expect(await push(anna, 30, unmerge(home), { undoes: newId() })).toMatchObject(gone);
      const action = newId();
      await push(anna, 30, merge(home), { action });
      await push(anna, 20, unmerge(home), { undoes: action });
      expect(await push(anna, 10, unmerge(home), { undoes: action })).toMatchObject(gone);
    });

    it('[S79c] takes a category for its own that somebody made under the name meanwhile', async () => {
      const given = await begin(world());
      const { anna, ben, home, id } = given;
      const row = { ...newCategory(home, 'expense', 'Food', new Date().toISOString()), id: newId() };
      await thereAndBack(given, () => push(ben, 20, { kind: 'insert', table: 'categories', row }));
      expect((await categoryNamed(given, 'Food')).id).toBe(row.id);
      expect(await stored(anna, id)).toMatchObject({ category: 'Food' });
    });
  });
}
