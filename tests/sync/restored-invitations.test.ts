/** What becomes of invitations and memberships when the server was restored from a backup that lacks them. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { discardEntry } from '#store/commands/entries/entry-discard';
import { retryLost } from '../../src/store/commands/entries/entry-retry.ts';
import { entriesToSettle } from '../../src/store/outbox/outbox.ts';
import { ANNA, BEN, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, lostRows } from './support/world-of-two.ts';

describe('after a restore, invitations', () => {
  /** Anna's phone after it has invited Ben and a restore made the server forget the invitation. */
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

  it('[S29f, S29g, G1, G9] an invitation that the server forgot can be sent again, on one device', async () => {
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

  it('[S29g] an invitation waits for its account to be sent again, and goes after it', async () => {
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

  it('[S29g, S29h] the device copies neither other people’s invitations nor memberships', async () => {
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
});
