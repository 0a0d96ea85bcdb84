/** What devices do when the server was restored from a backup that is older than their rows. */

import { describe, expect, it } from 'vitest';
import { discardEntry } from '#store/commands/entries/entry-discard';
import { correctStamps } from '#store/optimistic/stamps';
import { retryEntry, retryLost } from '../../src/store/commands/entries/entry-retry.ts';
import { entriesToSettle } from '../../src/store/outbox/outbox.ts';
import { ANNA, BEN, change, enter, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, lostRows, onlyRow, SCOPE } from './support/world-of-two.ts';

/** One row is in the backup. Another row and an edit of the first came after it. All entries are settled. */
async function annaAfterRestore() {
  const world = await annaWithTwoDevices();
  const { phone, laptop, remote, server, wait } = world;
  await phone.commit([enter(1, { notes: 'before' })]);
  await phone.sync(remote);
  const restore = server.backUp();
  const row = await onlyRow(phone);
  await phone.commit([change(row, { notes: 'after' })], [row]);
  await phone.commit([enter(2)]);
  await phone.sync(remote);
  await laptop.sync(remote);
  restore();
  wait(60_000);
  return world;
}

describe('after a restore', () => {
  it('[S29a, S29d, G9] rows above the floor stay as lost entries, which overlay nothing', async () => {
    const { phone, remote, server } = await annaAfterRestore();
    await phone.sync(remote);
    expect(await onlyRow(phone)).toMatchObject({ id: idOf(1), notes: 'before' });
    expect(await phone.balance(SCOPE)).toBe(-100);
    const lost = await entriesToSettle(phone.db);
    expect(lost.map((entry) => entry.state)).toEqual(['lost', 'lost']);
    expect(lost.flatMap((entry) => entry.content ?? []).map(({ row }) => row)).toMatchObject([
      { id: idOf(1), notes: 'after' },
      { id: idOf(2), userEmail: ANNA.userEmail },
    ]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
  });

  it('[S62d, S29a] a device that missed two restores has what the first one took', async () => {
    const { phone, laptop, remote, server, wait } = await annaAfterRestore();
    await laptop.sync(remote);
    const later = server.backUp();
    later();
    wait(60_000);
    await laptop.commit([enter(3)]);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect((await lostRows(phone)).sort()).toEqual([idOf(1), idOf(2)]);
    expect(await phone.rows(SCOPE)).toHaveLength(2);
  });

  it('[S29d, G9] a lost row is sent again as new, and one that stands in an older form as an edit', async () => {
    const { phone, laptop, remote } = await annaAfterRestore();
    await phone.sync(remote);
    await retryLost(phone.db, new Date(phone.now()));
    expect(await phone.rows(SCOPE)).toHaveLength(2);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
    expect((await laptop.rows(SCOPE)).map((row) => row.notes).sort()).toEqual(['', 'after']);
    expect(await laptop.balance(SCOPE)).toBe(-200);
  });

  it('[S29f] a lost entry goes when another device has sent the row again', async () => {
    const { phone, laptop, remote } = await annaAfterRestore();
    await laptop.sync(remote);
    expect(await lostRows(laptop)).toHaveLength(2);
    await phone.sync(remote);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await laptop.db.outbox.count()).toBe(0);
  });

  it('[S29d, G2] the user sends one row again and discards another, on both devices with one effect', async () => {
    const { phone, laptop, remote, server } = await annaAfterRestore();
    await phone.sync(remote);
    await laptop.sync(remote);
    for (const { db, now } of [phone, laptop]) {
      const [edited, added] = await entriesToSettle(db);
      if (!added || !edited) throw new Error('nothing was kept');
      await retryEntry(db, added.id, new Date(now()));
      await discardEntry(db, edited.id);
    }
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(server.state.tables.transactions.size).toBe(2);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await laptop.db.outbox.count()).toBe(0);
  });

  /** The phone has 2.00 of a row of which the laptop has the later 3.00, and the backup neither. */
  async function twoCopies(isInBackup: boolean) {
    const world = await annaWithTwoDevices();
    const { phone, laptop, remote, server, wait } = world;
    let restore = server.backUp();
    await phone.commit([enter(1, { amount: 100 })]);
    await phone.sync(remote);
    if (isInBackup) restore = server.backUp();
    const row = await onlyRow(phone);
    await phone.commit([change(row, { amount: 200, type: 'expense' })], [row]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const next = await onlyRow(laptop);
    await laptop.commit([change(next, { amount: 300, type: 'expense' })], [next]);
    await laptop.sync(remote);
    restore();
    wait(60_000);
    const sendAll = async (device: SimulatedDevice) => {
      await retryLost(device.db, new Date(device.now()));
      await device.sync(remote);
    };
    const amounts = () => [...server.state.tables.transactions.values()].map(({ amount }) => amount);
    return { ...world, sendAll, amounts };
  }

  describe.each([
    ['that the backup has in an older form', true],
    ['that the backup does not have', false],
  ])('[S29i, G5] of two copies of a row %s, the later original stands', (_what, isInBackup) => {
    it('when the laptop sends it first, and the phone then sends the older one', async () => {
      const { phone, laptop, remote, sendAll, amounts } = await twoCopies(isInBackup);
      await laptop.sync(remote);
      await sendAll(laptop);
      expect(amounts()).toEqual([300]);
      await phone.sync(remote);
      await sendAll(phone);
      expect(amounts()).toEqual([300]);
      expect(await phone.db.outbox.toArray()).toMatchObject([
        { state: 'superseded', verdict: { kept: { amount: 300 } } },
      ]);
      await laptop.sync(remote);
      expect(await onlyRow(laptop)).toMatchObject({ amount: 300 });
      expect(await onlyRow(phone)).toMatchObject({ amount: 300 });
    });

    it('when the phone sends the older one first', async () => {
      const { phone, laptop, remote, sendAll, amounts } = await twoCopies(isInBackup);
      await phone.sync(remote);
      await sendAll(phone);
      expect(amounts()).toEqual([200]);
      await laptop.sync(remote);
      await sendAll(laptop);
      expect(amounts()).toEqual([300]);
      expect(await laptop.db.outbox.count()).toBe(0);
    });

    it.each([
      ['laptop', 'phone'],
      ['phone', 'laptop'],
    ] as const)('when both send before either has pulled, the %s before the %s', async (first, second) => {
      const world = await twoCopies(isInBackup);
      const { phone, laptop, remote, sendAll, amounts } = world;
      await phone.sync(remote);
      await laptop.sync(remote);
      for (const { db, now } of [phone, laptop]) await retryLost(db, new Date(now()));
      await world[first].sync(remote);
      await world[second].sync(remote);
      // A copy that came second of a row that the server did not have is lost again.
      await sendAll(world[second]);
      expect(amounts()).toEqual([300]);
      await phone.sync(remote);
      await laptop.sync(remote);
      expect(await onlyRow(phone)).toMatchObject({ amount: 300 });
      expect(await onlyRow(laptop)).toMatchObject({ amount: 300 });
      expect(await lostRows(laptop)).toEqual([]);
    });
  });

  it('[S29j, G1] a copy that comes second keeps its content, is lost again, and no user sees a refusal', async () => {
    const { phone, laptop, remote } = await twoCopies(false);
    await phone.sync(remote);
    await laptop.sync(remote);
    for (const { db, now } of [phone, laptop]) await retryLost(db, new Date(now()));
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(await entriesToSettle(phone.db)).toMatchObject([{ state: 'lost', content: [{ row: { amount: 200 } }] }]);
    expect(await onlyRow(phone)).toMatchObject({ amount: 300 });
  });

  it('[S29i, G5] a copy does not win over an edit that somebody made after the restore, and says so', async () => {
    const { phone, laptop, remote, server } = await annaAfterRestore();
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(laptop);
    await laptop.commit([change(row, { notes: 'new' })], [row]);
    await laptop.sync(remote);
    await retryLost(laptop.db, new Date(laptop.now()));
    await laptop.sync(remote);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    expect(server.state.tables.transactions.get(idOf(1))).toMatchObject({ notes: 'new' });
    const kept = { notes: 'new' };
    for (const { db } of [laptop, phone]) {
      expect(await entriesToSettle(db)).toMatchObject([{ state: 'superseded', verdict: { kept } }]);
    }
  });

  it('[S29i, S24g] a waiting copy does not bring down the stamps of edits that were made before it', async () => {
    const { phone, remote } = await annaAfterRestore();
    await phone.sync(remote);
    const id = await phone.commit([enter(3)]);
    const before = await phone.db.outbox.get({ id });
    await retryLost(phone.db, new Date(phone.now()));
    await phone.db.meta.put({ key: 'edits-out-of-order', value: true });
    await correctStamps(phone.db, new Date(phone.now()).toISOString());
    expect((await phone.db.outbox.get({ id }))?.editedAt).toBe(before?.editedAt);
    const copies = (await phone.db.outbox.toArray()).filter(({ resent }) => resent);
    expect(copies).toHaveLength(2);
    for (const { editedAt } of copies) expect(editedAt < (before?.editedAt ?? '')).toBe(true);
  });

  it('[S29b, G1, G9] an own account that the backup does not have comes back with all its rows', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    const restore = server.backUp();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await phone.sync(remote);
    restore();
    wait(60_000);
    await phone.sync(remote);
    expect(await phone.db.accounts.get(SHOP)).toBeUndefined();
    expect(await lostRows(phone)).toEqual([SHOP, idOf(1)]);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(true);
    expect(await phone.rows(`account:${SHOP}`)).toHaveLength(1);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S29b, G1, G6] the device copies only the user’s own entries of an account that is no longer shown', async () => {
    const { phone, remote, server, now, wait } = await annaWithTwoDevices();
    server.addUser(BEN.userId, BEN.userEmail);
    const restore = server.backUp();
    server.share({ id: idOf(800), accountId: HOME, userId: BEN.userId, role: 'member' });
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const bens = new SimulatedDevice(BEN, now);
    await bens.sync(server.as(BEN.userId));
    await bens.commit([enter(2)]);
    await bens.sync(server.as(BEN.userId));
    restore();
    wait(60_000);
    await bens.sync(server.as(BEN.userId));
    expect(await bens.rows(SCOPE)).toEqual([]);
    expect(await lostRows(bens)).toEqual([idOf(2)]);
  });

  /** Anna's shared account. Ben and she entered a row each after the backup; then he got this role. */
  async function sharedAfterRestore(role: 'member' | 'viewer') {
    const world = await annaWithTwoDevices();
    const { phone, remote, server, now, wait } = world;
    server.addUser(BEN.userId, BEN.userEmail);
    const share = (as: 'member' | 'viewer') =>
      server.share({ id: idOf(800), accountId: HOME, userId: BEN.userId, role: as });
    share('member');
    const restore = server.backUp();
    const bens = new SimulatedDevice(BEN, now);
    await bens.sync(server.as(BEN.userId));
    await bens.commit([enter(2)]);
    await bens.sync(server.as(BEN.userId));
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    share(role);
    await bens.sync(server.as(BEN.userId));
    restore();
    share(role);
    wait(60_000);
    return { ...world, bens, ben: server.as(BEN.userId) };
  }

  it('[S29e] “Send all again” leaves out what somebody else entered', async () => {
    const { phone, remote, bens, ben, server } = await sharedAfterRestore('member');
    await phone.sync(remote);
    expect((await lostRows(phone)).sort()).toEqual([idOf(1), idOf(2)]);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    expect(await lostRows(phone)).toEqual([idOf(2)]);
    await bens.sync(ben);
    await retryLost(bens.db, new Date(bens.now()));
    await bens.sync(ben);
    await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    const authors = [...server.state.tables.transactions.values()].map(({ id, userId }) => [id, userId]).sort();
    expect(authors).toEqual([
      [idOf(1), ANNA.userId],
      [idOf(2), BEN.userId],
    ]);
  });

  it('[S29c, G1] a viewer’s device copies only what the viewer entered', async () => {
    const { bens, ben } = await sharedAfterRestore('viewer');
    await bens.sync(ben);
    expect(await lostRows(bens)).toEqual([idOf(2)]);
  });
});
