/** What devices do when the server comes back out of a backup that is older than what they know. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/domain/operations.ts';
import { entriesToSettle } from '../../src/store/outbox.ts';
import { discardEntry, retryEntry, retryLost } from '../../src/store/settle.ts';
import { ANNA, BEN, change, enter, erase, HOME, idOf, makeAccount, SHOP } from './people.ts';
import { SimulatedDevice } from './simulated-device.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './world-of-two.ts';

/** One row in the backup, another one and an edit of the first after it, all of it settled. */
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

const lostRows = async ({ db }: SimulatedDevice) => (await entriesToSettle(db)).map((entry) => entry.rows[0]?.[1]);

describe('after a restore', () => {
  it('what stood above the restored log is kept off the rows, in the form that was lost (S29, G9)', async () => {
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

  it('what was lost can be sent again: what is missing as new, what stands in an older form as an edit (S29, G9)', async () => {
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

  it('what another device has sent again is no longer asked about (S29)', async () => {
    const { phone, laptop, remote } = await annaAfterRestore();
    await laptop.sync(remote);
    expect(await lostRows(laptop)).toHaveLength(2);
    await phone.sync(remote);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await laptop.db.outbox.count()).toBe(0);
  });

  it('one can send one row and let go of another, and both devices may do the same (S29, G2)', async () => {
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

  it('an account that the backup does not know comes back with all that was in it (S29, G1, G9)', async () => {
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

  it('of an account that is no longer shown only what the user entered is kept (S29, G1, G6)', async () => {
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

  /** Anna's phone after it has invited Ben, and the server then forgot that. */
  async function invitedAfterBackup(operations: Operation[] = [], targetId = HOME) {
    const world = await annaWithTwoDevices();
    const { phone, laptop, remote, server, wait } = world;
    const restore = server.backUp();
    for (const operation of operations) await phone.commit([operation]);
    const draft = {
      id: idOf(50),
      email: BEN.userEmail,
      name: 'Ben',
      role: 'member',
      target: 'account',
      targetId,
    } as const;
    const sent = { ...draft, createdAt: '2026-03-10T12:00:00.000Z' };
    await phone.commit([{ kind: 'call', name: 'invitation.send', arguments: sent }]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await laptop.db.invitations.count()).toBe(1);
    restore();
    wait(60_000);
    await phone.sync(remote);
    return { ...world, draft };
  }

  it('an invitation that the server forgot is kept and can be sent again, and the other device asks no more (S29, G1, G9)', async () => {
    const { phone, laptop, remote, server, draft } = await invitedAfterBackup();
    expect(await phone.db.invitations.count()).toBe(0);
    expect(await lostRows(phone)).toEqual([draft.id]);
    await laptop.sync(remote);
    expect(await lostRows(laptop)).toEqual([draft.id]);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    expect([...server.state.invitations.values()]).toMatchObject([{ id: draft.id, status: 'pending', role: 'member' }]);
    await laptop.sync(remote);
    for (const { db } of [phone, laptop]) {
      expect(await db.outbox.count()).toBe(0);
      expect(await db.invitations.toArray()).toMatchObject([{ id: draft.id, email: BEN.userEmail }]);
    }
  });

  it('an invitation goes again after the account that it is for, and stays while that one is let go (S29)', async () => {
    const { phone, remote, server, draft } = await invitedAfterBackup([makeAccount(SHOP, ANNA)], SHOP);
    const [account] = await entriesToSettle(phone.db);
    if (!account) throw new Error('nothing was kept');
    expect(await lostRows(phone)).toEqual([SHOP, draft.id]);
    await discardEntry(phone.db, account.id);
    await retryLost(phone.db, new Date(phone.now()));
    expect(await lostRows(phone)).toEqual([draft.id]);
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await retryLost(phone.db, new Date(phone.now()));
    await phone.sync(remote);
    expect(server.state.invitations.get(draft.id)).toMatchObject({ accountId: SHOP, status: 'pending' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('somebody else’s invitation is none of what one can send again, and a membership is nobody’s (S29)', async () => {
    const { phone, laptop, remote, server, wait } = await annaWithTwoDevices();
    server.addUser(BEN.userId, BEN.userEmail);
    const ben = server.as(BEN.userId);
    server.share({ id: idOf(800), accountId: HOME, userId: BEN.userId, role: 'admin' });
    const bens = new SimulatedDevice(BEN, phone.now);
    await bens.sync(ben);
    const restore = server.backUp();
    const invited = { id: idOf(51), email: 'cleo@example.org', name: 'Cleo', role: 'viewer' } as const;
    const draft = { ...invited, target: 'account', targetId: HOME, createdAt: '2026-03-10T12:00:00.000Z' } as const;
    await bens.commit([{ kind: 'call', name: 'invitation.send', arguments: draft }]);
    await bens.sync(ben);
    server.share({ id: idOf(801), accountId: HOME, userId: idOf(900), role: 'viewer' });
    await laptop.sync(remote);
    expect(await laptop.db.invitations.count()).toBe(1);
    restore();
    wait(60_000);
    await laptop.sync(remote);
    await bens.sync(ben);
    expect(await lostRows(laptop)).toEqual([]);
    expect(await lostRows(bens)).toEqual([draft.id]);
  });

  /** Anna's shared account, in which Ben and she entered a row each after the backup; then he got this role. */
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

  it('all that is sent again at once is the user’s own; a row of somebody else they send one by one (S29)', async () => {
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

  it('a viewer, who could not send it, keeps nothing but what they entered themselves (S29, G1)', async () => {
    const { bens, ben } = await sharedAfterRestore('viewer');
    await bens.sync(ben);
    expect(await lostRows(bens)).toEqual([idOf(2)]);
  });

  it('what was deleted after the backup is there again, and what is deleted then goes for good (S29, G3)', async () => {
    const { phone, laptop, remote, server } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const restore = server.backUp();
    const row = await onlyRow(phone);
    await phone.commit([erase(row)], [row]);
    await phone.sync(remote);
    restore();
    await phone.sync(remote);
    const again = await onlyRow(phone);
    await phone.commit([erase(again)], [again]);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    expect(await laptop.db.outbox.count()).toBe(0);
  });
});
