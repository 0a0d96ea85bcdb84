/** What devices of one person have after edits of both: the same as a fresh one. */
import { expect, it } from 'vitest';
import {
  annaAtHome,
  type ContractWorld,
  device,
  entered,
  expectLikeAFreshDevice,
  limited,
  newId,
  untilLaterThan,
} from './contract-world.ts';
import { change, erase, makeAccount } from './people.ts';

/** Anna's phone and laptop, with a row that both have. */
async function rowOnBoth(world: ContractWorld) {
  const at = await annaAtHome(world);
  await at.phone.commit([entered(at.home)]);
  await at.phone.sync(at.anna.remote);
  await at.laptop.sync(at.anna.remote);
  const [row] = await at.phone.rows(at.scope);
  if (!row) throw new Error('the row did not arrive');
  return { ...at, row };
}

export function devicesContract(world: () => ContractWorld): void {
  it('[G5] edits of different fields both survive, and of the same field the later', async () => {
    const { anna, scope, phone, laptop, row } = await rowOnBoth(world());
    await phone.commit([change(row, { notes: 'early', description: 'early' })], [row]);
    await phone.commit([change(row, { category: 'Home' })], [row]);
    await untilLaterThan(phone, laptop);
    await laptop.commit([change(row, { notes: 'late', description: 'late' })], [row]);
    await laptop.sync(anna.remote);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    const rows = await expectLikeAFreshDevice(anna, scope, phone, laptop);
    expect(rows).toMatchObject([{ notes: 'late', description: 'late', category: 'Home' }]);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { state: 'superseded', verdict: { reason: 'newer', kept: { notes: 'late', description: 'late' } } },
    ]);
  });

  it('a later delete wins over an edit, and the editor is told and can restore the row', async () => {
    const { anna, scope, phone, laptop, row } = await rowOnBoth(world());
    const edit = await laptop.commit([change(row, { category: 'Home' })], [row]);
    await untilLaterThan(laptop, phone);
    await phone.commit([erase(row)], [row]);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    expect(await laptop.db.outbox.get({ id: edit })).toMatchObject({
      state: 'superseded',
      verdict: { reason: 'deleted', by: anna.person.userEmail },
    });
    expect(await laptop.rows(scope)).toEqual([]);
    const { version, userId, userEmail, ...writable } = row;
    await laptop.commit([{ kind: 'restore', table: 'transactions', row: writable }]);
    await laptop.sync(anna.remote);
    await phone.sync(anna.remote);
    expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ id: row.id, userId }]);
  });

  it('[G3] a row that moves to another month or account moves on every device', async () => {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    const shop = newId();
    await phone.commit([makeAccount(shop, anna.person)]);
    await phone.commit([entered(home, { amount: 5 })]);
    await phone.commit([entered(home, { amount: 7 })]);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    const [first, second] = await phone.rows(scope);
    if (!first || !second) throw new Error('the rows did not arrive');
    await phone.commit([change(first, { date: '2025-01-31' })], [first]);
    await phone.commit([change(second, { accountId: shop })], [second]);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toMatchObject([{ date: '2025-01-31' }]);
    expect(await expectLikeAFreshDevice(anna, `account:${shop}`, phone, laptop)).toHaveLength(1);
  });

  it('[S13b, S13c, G4] a first pull brings exact balances at once and then the months, newest first', async () => {
    const { anna, home, scope, phone } = await annaAtHome(world());
    for (let number = 0; number < 30; number++) {
      const month = (number % 10) + 1;
      await phone.commit([entered(home, { amount: number + 1, date: `2025-${String(month).padStart(2, '0')}-10` })]);
    }
    await phone.sync(anna.remote);
    const slow = device(anna);
    const remote = limited(anna.remote, 4);
    await slow.pull(remote);
    expect(await slow.balance(scope)).toBe(-465);
    expect((await slow.rows(scope)).map((row) => row.date.slice(0, 7))).toEqual(
      Array(6)
        .fill(null)
        .map((_, n) => (n < 3 ? '2025-10' : '2025-09')),
    );
    const [old] = await phone.rows(scope);
    if (!old) throw new Error('the row did not arrive');
    await phone.commit([change(old, { amount: 1000, type: 'income' })], [old]);
    await phone.commit([entered(home, { date: '2025-01-01', amount: 5000 })]);
    await phone.sync(anna.remote);
    await slow.pull(remote);
    expect(await slow.balance(scope)).toBe(await phone.balance(scope));
    await slow.sync(remote);
    for (const row of await phone.rows(scope)) await phone.commit([change(row, { category: 'Other' })], [row]);
    await phone.sync(anna.remote);
    await slow.sync(remote);
    expect(await expectLikeAFreshDevice(anna, scope, phone, slow)).toHaveLength(31);
  });

  it('[G2, G3, G7] a thousand entries made offline reach the other device, each exactly once', async () => {
    const { anna, home, scope, phone, laptop } = await annaAtHome(world());
    for (let number = 0; number < 1000; number++) {
      const date = `2025-${String((number % 12) + 1).padStart(2, '0')}-15`;
      await phone.commit([entered(home, { amount: number + 1, date })]);
    }
    expect(await phone.balance(scope)).toBe(-500_500);
    await phone.sync(anna.remote);
    await laptop.sync(anna.remote);
    expect(await laptop.balance(scope)).toBe(-500_500);
    expect(await expectLikeAFreshDevice(anna, scope, phone, laptop)).toHaveLength(1000);
  });
}
