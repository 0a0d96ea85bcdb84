/** A transaction was deleted, and then the server is set back to a backup that still has it. */

import { describe, expect, it } from 'vitest';
import { entriesToSettle } from '../../src/store/outbox/outbox.ts';
import { restoreOf } from './support/decisions-world.ts';
import { change, enter, erase, idOf } from './support/people.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

/** The phone has entered a row before the backup, and has deleted it after. */
async function deletedAfterBackup() {
  const world = await annaWithTwoDevices();
  const { phone, remote, server } = world;
  await phone.commit([enter(1)]);
  await phone.sync(remote);
  const restore = server.backUp();
  const row = await onlyRow(phone);
  await phone.commit([erase(row)], [row]);
  await phone.sync(remote);
  return { ...world, restore, row };
}

describe('what was deleted after the backup', () => {
  it('[S29l, G1, G3] is deleted again by the device that deleted it, and is final everywhere', async () => {
    const { phone, laptop, remote, server, restore } = await deletedAfterBackup();
    restore();
    await phone.sync(remote);
    expect(await phone.rows(SCOPE)).toEqual([]);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    await laptop.sync(remote);
    expect(await laptop.rows(SCOPE)).toEqual([]);
    for (const { db } of [phone, laptop]) expect(await db.outbox.count()).toBe(0);
    expect(await phone.balance(SCOPE)).toBe(0);
  });

  it('[S29l, G1] is deleted again also when the same backup is restored twice', async () => {
    const { phone, remote, server, restore } = await deletedAfterBackup();
    restore();
    for (const _ of [1, 2]) await phone.sync(remote);
    restore();
    for (const _ of [1, 2]) await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S29l, S39b] stays where somebody edited it after the restore, and who deleted it is told', async () => {
    const { phone, laptop, remote, server, restore, wait } = await deletedAfterBackup();
    restore();
    wait(60_000);
    await laptop.sync(remote);
    const row = await onlyRow(laptop);
    await laptop.commit([change(row, { notes: 'kept' })], [row]);
    await laptop.sync(remote);
    for (const _ of [1, 2]) await phone.sync(remote);
    expect(await entriesToSettle(phone.db)).toMatchObject([{ state: 'superseded', verdict: { reason: 'newer' } }]);
    expect(server.state.tables.transactions.get(idOf(1))).toMatchObject({ notes: 'kept' });
  });

  it('[S29l] stays where it was brought back before the restore', async () => {
    const { phone, remote, server, restore, row } = await deletedAfterBackup();
    await phone.commit([restoreOf(row)]);
    await phone.sync(remote);
    restore();
    for (const _ of [1, 2]) await phone.sync(remote);
    expect(server.state.tables.transactions.has(idOf(1))).toBe(true);
    expect(await onlyRow(phone)).toMatchObject({ id: idOf(1) });
  });

  it('[S29l, G1] stays where its user takes that back before anybody notices the restore', async () => {
    const { phone, remote, server, restore, row } = await deletedAfterBackup();
    restore();
    await phone.commit([restoreOf(row)]);
    await phone.commit([change(row, { notes: 'kept' })], [row]);
    for (const _ of [1, 2, 3]) await phone.sync(remote);
    expect(server.state.tables.transactions.get(idOf(1))).toMatchObject({ notes: 'kept' });
    expect(await onlyRow(phone)).toMatchObject({ notes: 'kept' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S29l] is no refusal where the backup never had it', async () => {
    const { phone, remote, server } = await annaWithTwoDevices();
    const restore = server.backUp();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    const row = await onlyRow(phone);
    await phone.commit([erase(row)], [row]);
    await phone.sync(remote);
    restore();
    for (const _ of [1, 2]) await phone.sync(remote);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toEqual([]);
  });
});
