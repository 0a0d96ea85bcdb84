/** Somebody makes one category of two, in all of their own accounts, as the page of categories does. */
import type { CategoryRow } from '#domain/rows';
import { createCategory } from '#store/commands/categories/category-create';
import { mergeCategories } from '#store/commands/categories/category-merge';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, pick } from './choice.ts';
import type { Stage } from './stage.ts';

export async function mergeTwo(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const category = pick(await ownCategories(device), a);
  if (!category) return;
  const into = pick(await othersOf(device, category), b) ?? (await makeAnother(world, device, category));
  if (!into) return;
  const { ok } = await world.command(device, (db, actor, now) =>
    mergeCategories(db, actor, { id: category.id, into: into.id }, now),
  );
  if (ok) strike('two categories that become one');
}

async function ownCategories({ db }: SimulatedDevice): Promise<CategoryRow[]> {
  const accounts = await db.accounts.filter(({ ownerId }) => ownerId === db.userId).primaryKeys();
  const categories = await db.categories.orderBy('id').toArray();
  return categories.filter(({ accountId }) => accounts.includes(accountId));
}

async function othersOf(device: SimulatedDevice, { type, name }: CategoryRow): Promise<CategoryRow[]> {
  return (await ownCategories(device)).filter((one) => one.type === type && one.name !== name);
}

async function makeAnother(world: Stage, device: SimulatedDevice, one: CategoryRow): Promise<CategoryRow | undefined> {
  const { type, accountId } = one;
  const name = `Name ${world.newNumber()}`;
  await world.command(device, (db, actor, now) => createCategory(db, actor, { type, name, accountId }, now));
  return (await othersOf(device, one))[0];
}
