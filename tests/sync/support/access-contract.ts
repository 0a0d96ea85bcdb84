/** What a person sees who is given an account or a budget. */
import { expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import { annaAtHome, type ContractWorld, device, entered, newId } from './contract-world.ts';
import { pull } from './decisions-world.ts';
import { change, makeAccount, makeBudget, patchOf } from './people.ts';

export function accessContract(world: () => ContractWorld): void {
  it('[G6] a person who is given an account gets it whole, and loses it when it is taken back', async () => {
    const { anna, home, scope, phone } = await annaAtHome(world());
    const ben = await world().signUp('ben');
    const bens = device(ben);
    await phone.commit([entered(home)]);
    await phone.sync(anna.remote);
    const takeBack = await world().share({ accountId: home, person: ben.person, role: 'member' });
    await bens.sync(ben.remote);
    await bens.commit([entered(home, { amount: 3 })]);
    await bens.sync(ben.remote);
    await phone.sync(anna.remote);
    expect(await phone.rows(scope)).toEqual(await bens.rows(scope));
    const [theirs] = (await bens.rows(scope)).filter((row) => row.userId === anna.person.userId);
    if (!theirs) throw new Error('the row did not arrive');
    const forbidden = await bens.commit([change(theirs, { category: 'Home' })], [theirs]);
    await bens.sync(ben.remote);
    expect(await bens.db.outbox.get({ id: forbidden })).toMatchObject({
      state: 'rejected',
      verdict: { reason: 'forbidden' },
    });
    await takeBack();
    await bens.sync(ben.remote);
    expect(await bens.rows(scope)).toEqual([]);
    expect(await bens.db.accounts.get(home)).toBeUndefined();
    const late = await bens.commit([entered(home)]);
    await bens.sync(ben.remote);
    expect(await bens.db.outbox.get({ id: late })).toMatchObject({ state: 'rejected' });
  });

  it('[S76] the address of the owner comes to those who have the account, and no push writes it', async () => {
    const { anna, home, phone } = await annaAtHome(world());
    const ben = await world().signUp('ben');
    const bens = device(ben);
    await world().share({ accountId: home, person: ben.person, role: 'admin' });
    await bens.sync(ben.remote);
    const account = await bens.db.accounts.get(home);
    expect(account).toMatchObject({ ownerId: anna.person.userId, ownerEmail: anna.person.userEmail });
    if (!account) throw new Error('the account did not arrive');
    const forged = await bens.commit([patchOf('accounts', account, { ownerEmail: 'eve@example.org' })]);
    await bens.sync(ben.remote);
    expect(await bens.db.outbox.get({ id: forged })).toMatchObject({ state: 'rejected' });
    const made = makeAccount(newId(), ben.person);
    if (made.table !== 'accounts') throw new Error('not an account');
    await bens.commit([{ ...made, row: { ...made.row, ownerEmail: 'eve@example.org' } }]);
    await bens.sync(ben.remote);
    expect(await bens.db.accounts.get(made.row.id)).toMatchObject({ ownerEmail: ben.person.userEmail });
    await phone.sync(anna.remote);
    expect(await phone.db.accounts.get(home)).toEqual(account);
  });

  it('[S76] a person who is given a budget does not get the address of the owner', async () => {
    const { anna, home, phone } = await annaAtHome(world());
    const cara = await world().signUp('cara');
    const budgetId = newId();
    await phone.commit([{ kind: 'insert', table: 'budgets', row: makeBudget(budgetId, home, null) }]);
    await phone.sync(anna.remote);
    await world().share({ accountId: home, budgetId, person: cara.person, role: 'admin' });
    const answer = await pull(cara);
    expect(answer.scopes.map(({ scope }) => scope)).toEqual([`budget:${budgetId}`]);
    expect(JSON.stringify(answer)).not.toContain(anna.person.userEmail);
  });

  it('[G6] a person who is given a budget sees what it covers and nothing else', async () => {
    const { anna, home, phone } = await annaAtHome(world());
    const cara = await world().signUp('cara');
    const [foodId, budgetId] = [newId(), newId()];
    const createdAt = new Date().toISOString();
    await phone.commit([
      {
        kind: 'insert',
        table: 'categories',
        row: { ...newCategory(home, 'expense', 'Food', createdAt), id: foodId },
      },
      {
        kind: 'insert',
        table: 'budgets',
        row: {
          id: budgetId,
          createdAt,
          accountId: home,
          name: 'Food',
          amount: 100,
          categoryId: foodId,
          description: null,
          shortId: budgetId.slice(0, 7).toUpperCase(),
          currencyCode: 'USD',
          periodType: 'monthly',
          startDate: '2026-01-01',
        },
      },
    ]);
    await phone.commit([entered(home, { category: 'Food', amount: 1 })]);
    await phone.commit([entered(home, { category: 'Home', amount: 2 })]);
    await phone.sync(anna.remote);
    await world().share({ accountId: home, budgetId, person: cara.person, role: 'member' });
    const caras = device(cara);
    const scope = `budget:${budgetId}`;
    await caras.sync(cara.remote);
    expect((await caras.db.cursors.toArray()).map((cursor) => cursor.scope)).toEqual([scope]);
    expect((await caras.rows(scope)).map((row) => row.amount)).toEqual([1]);
    const [covered] = await caras.rows(scope);
    if (!covered) throw new Error('the row did not arrive');
    await caras.commit([entered(home, { category: 'Food', amount: 4, type: 'income', budgetId })]);
    await caras.sync(cara.remote);
    await phone.sync(anna.remote);
    await phone.commit([change(covered, { category: 'Home' })], [covered]);
    await phone.sync(anna.remote);
    await caras.sync(cara.remote);
    expect((await caras.rows(scope)).map((row) => row.amount)).toEqual([4]);
    expect(await caras.balance(scope)).toBe(4);
  });
}
