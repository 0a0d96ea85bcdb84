/** Renames of categories, as devices see them. */
import { expect, it } from 'vitest';
import { newCategory } from '#domain/new-categories';
import { annaAtHome, type ContractWorld, entered, expectLikeAFreshDevice, newId } from './contract-world.ts';
import { makeAccount } from './people.ts';

export function namesContract(world: () => ContractWorld): void {
  it('category.rename reaches rows and transactions of owned accounts on every device', async () => {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    const createdAt = new Date().toISOString();
    const row = { ...newCategory(home, 'expense', 'Dining', createdAt), id: newId() };
    await phone.commit([{ kind: 'insert', table: 'categories', row }]);
    await phone.commit([entered(home, { category: 'Dining' })]);
    await phone.sync(anna.remote);
    await phone.commit([
      { kind: 'call', name: 'category.rename', arguments: { type: 'expense', from: 'Dining', to: 'Meals' } },
    ]);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ category: 'Meals' }]);
    expect((await laptop.db.categories.get(row.id))?.name).toBe('Meals');
  });

  it('category.rename of one account leaves the user’s other account alone', async () => {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    const other = newId();
    await phone.commit([makeAccount(other, anna.person)]);
    for (const accountId of [home, other]) {
      const row = { ...newCategory(accountId, 'expense', 'Dining', new Date().toISOString()), id: newId() };
      await phone.commit([{ kind: 'insert', table: 'categories', row }]);
      await phone.commit([entered(accountId, { category: 'Dining' })]);
    }
    await phone.sync(anna.remote);
    const names = { type: 'expense', from: 'Dining', to: 'Meals' } as const;
    await phone.commit([{ kind: 'call', name: 'category.rename', arguments: { ...names, accountId: home } }]);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ category: 'Meals' }]);
    expect(await laptop.rows(`account:${other}`)).toMatchObject([{ category: 'Dining' }]);
  });
}
