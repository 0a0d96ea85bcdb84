/** One transaction of many that the server refuses keeps no other one out. */
import { describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { retryEntry } from '#store/commands/entries/entry-retry';
import { changeTransactions } from '#store/commands/transactions/transactions-change';
import { linkTransfer } from '#store/commands/transfers/transfer-edit';
import { entriesToSettle } from '#store/outbox/outbox';
import { type Remote, RemoteFailure } from '../../sync/remote.ts';
import { ANNA, change, enter, idOf, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const at = (device: SimulatedDevice) => new Date(device.now());

/** Three expenses on both devices. The laptop makes the first one a side of a transfer; the phone does not know. */
async function oneIsLinked() {
  const world = await annaWithTwoDevices();
  const { remote, phone, laptop } = world;
  await phone.commit([makeAccount(SHOP, ANNA)]);
  await phone.commit([enter(1), enter(2), enter(3), enter(4, { accountId: SHOP, type: 'income' })]);
  await phone.sync(remote);
  await laptop.sync(remote);
  const [one] = (await laptop.rows(SCOPE)).filter(({ id }) => id === idOf(1));
  const [other] = await laptop.rows(`account:${SHOP}`);
  if (!one || !other) throw new Error('no rows');
  expect(await linkTransfer(laptop.db, actor, { rows: [one, other] }, at(laptop))).toMatchObject({ ok: true });
  await laptop.sync(remote);
  return world;
}

const toHome = { field: 'category', type: 'expense', category: 'Home' } as const;
const categories = async (device: SimulatedDevice) =>
  new Map((await device.rows(SCOPE)).map(({ id, category }): [string, string] => [id, category]));
const isHome = async (device: SimulatedDevice) =>
  [...(await categories(device))]
    .filter(([, category]) => category === 'Home')
    .map(([id]) => id)
    .sort();

/** A server of 0.2.0 reads no `apart`, and says nothing of single rows. */
function ofBefore(remote: Remote): Remote {
  return {
    ...remote,
    push: (userId, mutations) =>
      remote.push(
        userId,
        mutations.map(({ apart, ...one }) => one),
      ),
  };
}

describe('a change of many transactions of which one cannot be changed', () => {
  it('[S72a, S72b, S72c] changes the others, and the one is told with its reason', async () => {
    const { remote, phone } = await oneIsLinked();
    await changeTransactions(phone.db, actor, { rows: await phone.rows(SCOPE), change: toHome }, at(phone));
    await phone.sync(remote);
    expect(await isHome(phone)).toEqual([idOf(2), idOf(3)]);
    const entries = await entriesToSettle(phone.db);
    expect(entries).toMatchObject([
      { amongAll: 3, operations: [{ id: idOf(1) }], notTaken: [{ id: idOf(1) }], rows: [['transactions', idOf(1)]] },
    ]);
    // The row shows what stands, and not what was wanted.
    expect((await categories(phone)).get(idOf(1))).toBe('Transfer');
    expect(await phone.countedBalance(SCOPE)).toBe(await phone.balance(SCOPE));
  });

  it('[S72d] goes again as if it had been refused alone', async () => {
    const { remote, phone, laptop } = await oneIsLinked();
    await changeTransactions(phone.db, actor, { rows: await phone.rows(SCOPE), change: toHome }, at(phone));
    // The second one is changed elsewhere, later.
    const [second] = (await laptop.rows(SCOPE)).filter(({ id }) => id === idOf(2));
    if (!second) throw new Error('no row');
    await laptop.commit([change(second, { category: 'Fun' })], [second]);
    await laptop.sync(remote);
    await phone.sync(remote);
    const [entry] = await entriesToSettle(phone.db);
    expect(entry?.notTaken).toMatchObject([
      { id: idOf(1), status: 'rejected' },
      { id: idOf(2), status: 'superseded', reason: 'newer', kept: { category: 'Fun' } },
    ]);
    expect(await retryEntry(phone.db, entry?.id ?? '', at(phone))).toEqual({ ok: true });
    await phone.sync(remote);
    expect(await isHome(phone)).toEqual([idOf(2), idOf(3)]);
    expect((await entriesToSettle(phone.db)).flatMap(({ notTaken = [] }) => notTaken.map(({ id }) => id))).toEqual([
      idOf(1),
    ]);
  });

  it('[S72e] goes unit by unit to a server that decides on whole mutations only', async () => {
    const { remote, phone } = await oneIsLinked();
    const older = ofBefore(remote);
    await changeTransactions(phone.db, actor, { rows: await phone.rows(SCOPE), change: toHome }, at(phone));
    await phone.sync(older);
    expect(await isHome(phone)).toEqual([]);
    const [entry, ...others] = await entriesToSettle(phone.db);
    expect([entry?.operations.length, others]).toEqual([3, []]);
    expect(await retryEntry(phone.db, entry?.id ?? '', at(phone))).toEqual({ ok: true });
    await phone.sync(older);
    expect(await isHome(phone)).toEqual([idOf(2), idOf(3)]);
    expect((await entriesToSettle(phone.db)).map(({ rows }) => rows)).toEqual([[['transactions', idOf(1)]]]);
  });

  it('a stored entry of 0.2.0 that was refused as a whole goes apart when the user tries again', async () => {
    const { remote, phone } = await oneIsLinked();
    const rows: TransactionRow[] = await phone.rows(SCOPE);
    await phone.commit(
      rows.map((row) => change(row, { category: 'Home' })),
      rows,
    );
    await phone.sync(remote);
    const [entry] = await entriesToSettle(phone.db);
    expect(entry).toMatchObject({ state: 'rejected' });
    expect(entry).not.toHaveProperty('apart');
    await retryEntry(phone.db, entry?.id ?? '', at(phone));
    await phone.sync(remote);
    expect(await isHome(phone)).toEqual([idOf(2), idOf(3)]);
  });

  /** What the phone sends reaches the server, which is then restored from a backup of that moment. */
  async function restored(backUpOf: 'before' | 'after') {
    const world = await oneIsLinked();
    const { remote, phone, server } = world;
    await changeTransactions(phone.db, actor, { rows: await phone.rows(SCOPE), change: toHome }, at(phone));
    const before = server.backUp();
    const pull = () => Promise.reject(new RemoteFailure('offline'));
    await expect(phone.sync({ ...remote, pull })).rejects.toThrow(RemoteFailure);
    const restore = backUpOf === 'before' ? before : server.backUp();
    restore();
    return world;
  }
  const idsNotTaken = async (device: SimulatedDevice) =>
    (await entriesToSettle(device.db)).map(({ notTaken = [] }) => notTaken.map(({ id }) => id));

  it('[S18, S72g] a restored server that knows the mutation is not told to know another one', async () => {
    const { remote, phone } = await restored('after');
    await phone.sync(remote);
    await phone.sync(remote);
    expect(await isHome(phone)).toEqual([idOf(2), idOf(3)]);
    expect(await idsNotTaken(phone)).toEqual([[idOf(1)]]);
    expect(await phone.db.outbox.count()).toBe(1);
  });

  it('[S18, S72g] a restored server that takes less of it has that told, too', async () => {
    const { remote, phone, laptop } = await restored('before');
    await laptop.commit([enter(5, { accountId: SHOP, type: 'income', amount: 100 })]);
    await laptop.sync(remote);
    const two = (await laptop.rows(SCOPE)).find(({ id }) => id === idOf(2));
    const five = (await laptop.rows(`account:${SHOP}`)).find(({ id }) => id === idOf(5));
    if (!two || !five) throw new Error('no rows');
    expect(await linkTransfer(laptop.db, actor, { rows: [two, five] }, at(laptop))).toMatchObject({ ok: true });
    await laptop.sync(remote);
    await phone.sync(remote);
    await phone.sync(remote);
    expect(await isHome(phone)).toEqual([idOf(3)]);
    expect(await idsNotTaken(phone)).toEqual([[idOf(1)], [idOf(2)]]);
  });
});
