/** Renames of categories, as devices see them. */
import { expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { renameCategory } from '#store/commands/categories/category-rename';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
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

  it('[S73a, S73b] a category that was chosen before a rename came is saved under its new name', async () => {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    const row = { ...newCategory(home, 'expense', 'Dining', new Date().toISOString()), id: newId() };
    await phone.commit([{ kind: 'insert', table: 'categories', row }]);
    await phone.commit([entered(home, { category: 'Fun' })]);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    const actor = { userId: anna.person.userId, email: anna.person.userEmail };
    const [shown] = await phone.rows(scope);
    await renameCategory(laptop.db, actor, { id: row.id, name: 'Meals' });
    await laptop.sync(anna.remote);
    await phone.sync(anna.remote);
    if (!shown) throw new Error('no row');
    await updateTransaction(phone.db, actor, { row: shown, category: 'Dining' });
    const entry = { accountId: home, type: 'expense', amount: '1', date: '2026-03-05', description: 'Lunch' } as const;
    await addTransaction(phone.db, actor, { ...entry, category: 'Dining', categoryId: row.id });
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    const rows = await expectLikeAFreshDevice(anna, scope, phone, laptop);
    expect(rows.map(({ category }) => category)).toEqual(['Meals', 'Meals']);
  });

  it('[S73d] a category of another account is made in the account that lacks it', async () => {
    const { anna, phone, laptop } = await annaAtHome(world());
    const [other, third] = [newId(), newId()];
    const row = { ...newCategory(third, 'expense', 'Dining', new Date().toISOString()), id: newId() };
    // The categories of the default account, which is the oldest, would serve.
    for (const id of [other, third]) {
      const made = makeAccount(id, anna.person);
      if (made.table !== 'accounts') throw new Error('it is an account');
      await phone.commit([{ ...made, row: { ...made.row, createdAt: '2026-02-01T00:00:00.000Z' } }]);
    }
    await phone.commit([{ kind: 'insert', table: 'categories', row }]);
    const actor = { userId: anna.person.userId, email: anna.person.userEmail };
    const entry = { type: 'expense', amount: '1', date: '2026-03-05', description: 'Lunch' } as const;
    await addTransaction(phone.db, actor, { ...entry, accountId: other, category: 'Dining', categoryId: row.id });
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    expect(await expectLikeAFreshDevice(anna, `account:${other}`, phone, laptop)).toMatchObject([
      { category: 'Dining' },
    ]);
    expect(await laptop.db.categories.where({ accountId: other }).toArray()).toMatchObject([{ name: 'Dining' }]);
  });
}
