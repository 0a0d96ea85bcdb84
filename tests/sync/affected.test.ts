/** While an import waits, a pull leaves the rows alone that it does not concern (S16e). */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { pushOnce, startPushing } from '../../sync/push.ts';
import { change, enter, idOf } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const many = (from: number, count: number): Operation[] => Array.from({ length: count }, (_, n) => enter(from + n));

async function rowOf(device: SimulatedDevice, number: number) {
  const row = (await device.rows(SCOPE)).find(({ id }) => id === idOf(number));
  if (!row) throw new Error(`no row ${number}`);
  return row;
}

/** Notes the bases that are deleted. An entry that is rolled back loses those of its rows. */
function rolledBack({ db }: SimulatedDevice): string[] {
  const ids: string[] = [];
  db.bases.hook('deleting', ([, id]) => void ids.push(id));
  return ids;
}

/** Anna's phone with an import of 150 rows that the server has, and two of 200 rows that wait. */
async function annaWhoImports() {
  const world = await annaWithTwoDevices();
  const { phone, remote, now } = world;
  await phone.commit(many(1, 150));
  await pushOnce(phone.db, remote, now, startPushing());
  await phone.commit(many(1001, 200));
  await phone.commit(many(1201, 200));
  return world;
}

describe('[S16e] a response', () => {
  it('leaves the rows of other entries alone', async () => {
    const { phone, laptop, remote } = await annaWhoImports();
    await laptop.commit([enter(5000)]);
    await laptop.sync(remote);
    const ids = rolledBack(phone);
    await phone.pull(remote);
    expect(ids).toContain(idOf(1));
    expect(ids).not.toContain(idOf(1001));
    expect(await phone.rows(SCOPE)).toHaveLength(551);
    expect(await phone.db.outbox.count()).toBe(2);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await phone.db.bases.count()).toBe(0);
    expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
  });

  it('that brings an import replays an edit of one of its rows, and what else the edit is about', async () => {
    const { phone, laptop, remote } = await annaWhoImports();
    const edited = [await rowOf(phone, 7), await rowOf(phone, 1007)];
    await phone.commit(
      edited.map((row) => change(row, { notes: 'edited' })),
      edited,
    );
    await phone.pull(remote);
    expect(await phone.db.outbox.count()).toBe(3);
    for (const number of [7, 1007]) expect(await rowOf(phone, number)).toMatchObject({ notes: 'edited' });
    expect((await rowOf(phone, 7)).version).toBeGreaterThan(0);
    expect(await phone.rows(SCOPE)).toHaveLength(550);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await phone.db.bases.count()).toBe(0);
    expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
  });

  it('replays a waiting edit over a row that it changes', async () => {
    const { phone, laptop, remote } = await annaWhoImports();
    await phone.sync(remote);
    await laptop.sync(remote);
    const [mine, theirs] = [await rowOf(phone, 3), await rowOf(laptop, 3)];
    await phone.commit([change(mine, { notes: 'edited' })], [mine]);
    for (const number of [6001, 6002]) await phone.commit([enter(number)]);
    await laptop.commit([change(theirs, { amount: 700 })], [theirs]);
    await laptop.sync(remote);
    await phone.pull(remote);
    expect(await rowOf(phone, 3)).toMatchObject({ notes: 'edited', amount: 700 });
  });

  it('finds an entry whose row was gone and comes back', async () => {
    const { phone, laptop, remote, now } = await annaWhoImports();
    await phone.sync(remote);
    await laptop.sync(remote);
    const gone = await rowOf(laptop, 3);
    await laptop.commit([{ kind: 'delete', table: 'transactions', id: gone.id }], [gone]);
    await pushOnce(laptop.db, remote, now, startPushing());
    const row = await rowOf(phone, 3);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    for (const number of [6001, 6002]) await phone.commit([enter(number)]);
    await phone.pull(remote);
    expect((await phone.rows(SCOPE)).some(({ id }) => id === row.id)).toBe(false);
    const { version, userId, userEmail, ...restored } = row;
    await laptop.pull(remote);
    await laptop.commit([{ kind: 'restore', table: 'transactions', row: restored }]);
    await laptop.sync(remote);
    await phone.pull(remote);
    expect(await rowOf(phone, 3)).toMatchObject({ notes: 'edited' });
  });
});

describe('[S16a, S16e] an entry whose verdict came late', () => {
  it('leaves the outbox with a response that brings none of its rows', async () => {
    const { phone, laptop, remote, now, through } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const row = await rowOf(phone, 1);
    await phone.commit([change(row, { notes: 'edited' })], [row]);
    // The server carries it out, and the pull brings the row before the verdict.
    await expect(pushOnce(phone.db, through('lost reply'), now, startPushing())).rejects.toThrow('offline');
    await phone.pull(remote);
    await pushOnce(phone.db, remote, now, startPushing());
    for (const number of [6001, 6002]) await phone.commit([enter(number)]);
    await phone.pull(remote);
    expect((await phone.db.outbox.toArray()).map(({ state }) => state)).toEqual(['pending', 'pending']);
    await phone.sync(remote);
    expect(await phone.db.bases.count()).toBe(0);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
  });
});
