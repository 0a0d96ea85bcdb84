/** An account changes hands when its owner offers it and a member takes it (decision 0018). */
import { expect, it } from 'vitest';
import type { PullAnswer } from '../../../sync/protocol.ts';
import type { Remote } from '../../../sync/remote.ts';
import { annaAtHome, type ContractWorld, device, entered, expectLikeAFreshDevice, newId } from './contract-world.ts';
import { change, makeAccount } from './people.ts';

/** The same server; what it answers to a pull is kept. */
function watched(remote: Remote, answers: PullAnswer[]): Remote {
  const keep = (answer: PullAnswer) => {
    answers.push(answer);
    return answer;
  };
  return { ...remote, pull: async (...question) => keep(await remote.pull(...question)) };
}

export function handOverContract(world: () => ContractWorld): void {
  /** Anna's home, another account of hers, and Ben as a member at home. */
  async function benAtHome() {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    const ben = await world().signUp('ben');
    const shop = newId();
    const made = makeAccount(shop, anna.person);
    const createdAt = new Date().toISOString();
    if (made.table === 'accounts') await phone.commit([{ ...made, row: { ...made.row, createdAt } }]);
    await phone.commit([entered(home, { amount: 5 })]);
    await phone.sync(anna.remote);
    await world().share({ accountId: home, person: ben.person, role: 'member' });
    const bens = device(ben);
    await bens.sync(ben.remote);
    return { anna, ben, home, shop, scope, phone, laptop, bens };
  }

  it('[G6] nobody but the owner offers an account, and nobody but the one whom they chose takes it', async () => {
    const { anna, ben, home } = await benAtHome();
    const cara = await world().signUp('cara');
    const { offer, answer } = world();
    expect(await offer(ben.person, home, ben.person)).toBe('forbidden');
    expect(await offer(anna.person, home, cara.person)).toBe('gone');
    expect(await answer(ben.person, home, true)).toBe('gone');
    expect(await offer(anna.person, home, ben.person)).toBeNull();
    await world().share({ accountId: home, person: cara.person, role: 'admin' });
    for (const { person } of [anna, cara]) expect(await answer(person, home, true)).toBe('gone');
    expect(await offer(anna.person, home, null)).toBeNull();
    expect(await answer(ben.person, home, true)).toBe('gone');
    await offer(anna.person, home, ben.person);
    expect(await answer(ben.person, home, false)).toBeNull();
    expect(await answer(ben.person, home, true)).toBe('gone');
  });

  it('[G6] nobody hands over their only account', async () => {
    const { anna, ben, home } = await benAtHome();
    await world().offer(anna.person, home, ben.person);
    await world().answer(ben.person, home, true);
    expect(await world().offer(ben.person, home, anna.person)).toBe('last_account');
  });

  it('[G6, S39g] a handed-over account stays whole on all devices, and entries that waited are decided', async () => {
    const { anna, ben, home, scope, phone, laptop, bens } = await benAtHome();
    await laptop.sync(anna.remote);
    const [row] = await laptop.rows(scope);
    if (!row) throw new Error('the row did not arrive');
    await laptop.commit([change(row, { description: 'by an admin' })], [row]);
    const deletion = await laptop.commit([{ kind: 'delete', table: 'accounts', id: home }]);
    await world().offer(anna.person, home, ben.person);
    expect(await world().answer(ben.person, home, true)).toBeNull();
    const answers: PullAnswer[] = [];
    await laptop.sync(watched(anna.remote, answers));
    await bens.sync(watched(ben.remote, answers));
    await phone.sync(watched(anna.remote, answers));
    const ofHome = answers.flatMap(({ scopes }) => scopes.filter((one) => one.scope === scope));
    expect(ofHome.map(({ reset }) => reset)).not.toContain(true);
    expect(await laptop.db.outbox.get({ id: deletion })).toMatchObject({ verdict: { reason: 'forbidden' } });
    expect(await bens.db.accounts.get(home)).toMatchObject({ ownerId: ben.person.userId });
    expect((await phone.db.cursors.get(scope))?.role).toBe('admin');
    expect((await bens.db.cursors.get(scope))?.role).toBe('owner');
    const [now] = await expectLikeAFreshDevice(anna, scope, phone);
    expect(now?.description).toBe('by an admin');
    expect(await expectLikeAFreshDevice(ben, scope, bens)).toEqual([now]);
  });

  it('[G6] the next default account of the former owner gets the categories of a handed-over one', async () => {
    const { anna, ben, home, shop, phone } = await benAtHome();
    const createdAt = new Date().toISOString();
    const food = { id: newId(), accountId: home, name: 'Food', type: 'expense', createdAt, group: 'Daily' } as const;
    await phone.commit([{ kind: 'insert', table: 'categories', row: { ...food, archived: false } }]);
    await phone.sync(anna.remote);
    await world().offer(anna.person, home, ben.person);
    await world().answer(ben.person, home, true);
    await phone.sync(anna.remote);
    const named = (await phone.db.categories.toArray()).filter(({ name }) => name === 'Food');
    expect(named.map(({ accountId, group }) => [accountId, group]).sort()).toEqual(
      [home, shop].map((id) => [id, 'Daily']).sort(),
    );
  });
}
