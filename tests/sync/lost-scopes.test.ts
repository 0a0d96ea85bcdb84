/** What a pull does when a scope is taken away, given again, or was not asked for a long time. */
import { describe, expect, it } from 'vitest';
import { readGoneAccounts } from '#store/database/gone-accounts';
import { BEN, enter, erase, HOME, idOf } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

describe('a scope that was taken away', () => {
  async function benAtHome() {
    const world = await annaWithTwoDevices();
    const { server, phone, remote, now } = world;
    server.addUser(BEN.userId, BEN.userEmail);
    server.share({ id: idOf(800), accountId: HOME, userId: BEN.userId, role: 'member' });
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const bens = new SimulatedDevice(BEN, now);
    const asBen = server.as(BEN.userId);
    await bens.sync(asBen);
    return { ...world, bens, asBen };
  }

  it('[S14, S15b, G1, G6] a scope that was taken away leaves only the user’s own unsettled entries', async () => {
    const { server, bens, asBen } = await benAtHome();
    expect(await bens.rows(SCOPE)).toHaveLength(1);
    const id = await bens.commit([enter(2)]);
    server.unshare(idOf(800));
    await bens.sync(asBen);
    expect(await bens.db.accounts.count()).toBe(0);
    expect([...(await readGoneAccounts(bens.db)).keys()]).toEqual([HOME]);
    expect(await bens.db.memberships.count()).toBe(0);
    expect(await bens.rows(SCOPE)).toEqual([]);
    expect(await bens.balance(SCOPE)).toBe(0);
    expect(await bens.db.outbox.toArray()).toMatchObject([{ id, state: 'rejected', operations: [{ kind: 'insert' }] }]);
  });

  it('[S17] a scope that was taken away and given again starts anew', async () => {
    const { server, bens, asBen, phone, remote } = await benAtHome();
    server.unshare(idOf(800));
    const gone = await onlyRow(phone);
    await phone.commit([erase(gone)], [gone]);
    await phone.sync(remote);
    server.share({ id: idOf(801), accountId: HOME, userId: BEN.userId, role: 'viewer' });
    await bens.sync(asBen);
    expect(await bens.rows(SCOPE)).toEqual([]);
    expect(await bens.db.cursors.get(SCOPE)).toMatchObject({ role: 'viewer' });
  });
});

it('[S17, G9] a device that was away for longer than tombstones are kept starts its scopes anew', async () => {
  const { phone, laptop, remote, server } = await annaWithTwoDevices();
  await phone.commit([enter(1)]);
  await phone.sync(remote);
  await laptop.sync(remote);
  const gone = await onlyRow(phone);
  await phone.commit([erase(gone)], [gone]);
  await phone.sync(remote);
  server.collectGarbage(HOME);
  await laptop.sync(remote);
  expect(await laptop.rows(SCOPE)).toEqual([]);
});
