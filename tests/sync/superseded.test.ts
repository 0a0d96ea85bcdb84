/**
 * Histories in which one person supersedes another's change unseen: what both devices show, and what each can do about
 * it.
 */
import { describe, expect, it } from 'vitest';
import { retryEntry } from '#store/commands/entries/entry-retry';
import { readNotice } from '#store/commands/notices/notice-read';
import { takeBackNotice } from '#store/commands/notices/notice-take-back';
import { entriesToSettle } from '#store/outbox/outbox';
import { readNotices } from '#store/queries/entries/notices';
import { BEN, change, enter, erase, HOME, idOf } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

const HOUR = 60 * 60_000;
const ben = { userId: BEN.userId, email: BEN.userEmail };

/** Anna's phone and Ben's tablet have row 1 of Anna's account, in which Ben is an admin. */
async function annaAndBen() {
  const world = await annaWithTwoDevices();
  const { server, phone, remote, now } = world;
  server.addUser(BEN.userId, BEN.userEmail);
  server.share({ id: idOf(800), accountId: HOME, userId: BEN.userId, role: 'admin' });
  const tablet = new SimulatedDevice(BEN, now);
  const bens = server.as(BEN.userId);
  await phone.commit([enter(1, { amount: 100 })]);
  await phone.sync(remote);
  await tablet.sync(bens);
  const edit = async (device: SimulatedDevice, after: Parameters<typeof change>[1]) => {
    const row = await onlyRow(device);
    await device.commit([change(row, after)], [row]);
  };
  const syncAll = async () => {
    for (let round = 0; round < 2; round++) {
      await phone.sync(remote);
      await tablet.sync(bens);
    }
  };
  return { ...world, tablet, bens, edit, syncAll };
}

describe('an offline edit of one field, and a later one of another field', () => {
  it('[S9d, S50a, G5] leave each its own time: the first does not win over an edit between the two', async () => {
    const { phone, remote, tablet, bens, wait, edit, syncAll } = await annaAndBen();
    await edit(phone, { amount: 200, type: 'expense' });
    wait(2 * HOUR);
    await edit(tablet, { amount: 900, type: 'expense' });
    await tablet.sync(bens);
    wait(6 * HOUR);
    await edit(phone, { description: 'Dinner', notes: '' });
    await phone.sync(remote);
    expect(await onlyRow(phone)).toMatchObject({ amount: 900, description: 'Dinner' });
    expect(await entriesToSettle(phone.db)).toMatchObject([
      { state: 'superseded', verdict: { by: BEN.userEmail, kept: { amount: 900 } } },
    ]);
    await syncAll();
    expect(await tablet.rows(SCOPE)).toEqual(await phone.rows(SCOPE));
    expect(await readNotices(tablet.db)).toEqual([]);
  });

  it('[S53a] what was superseded and is sent again leaves alone what somebody has edited since', async () => {
    const { phone, tablet, bens, wait, edit, syncAll } = await annaAndBen();
    await edit(phone, { amount: 200, type: 'expense', description: 'Dinner', notes: 'Anna’s' });
    wait(HOUR);
    await edit(tablet, { amount: 900, type: 'expense' });
    await tablet.sync(bens);
    await syncAll();
    await edit(tablet, { description: 'Dinner', notes: 'Ben’s' });
    await syncAll();
    const [entry] = await entriesToSettle(phone.db);
    await retryEntry(phone.db, entry?.id ?? '', new Date(phone.now()));
    await syncAll();
    expect(await onlyRow(tablet)).toMatchObject({ amount: 200, notes: 'Ben’s' });
    expect(await entriesToSettle(phone.db)).toEqual([]);
    expect(await readNotices(tablet.db)).toEqual([]);
  });
});

describe('a deletion and an edit that did not know of each other', () => {
  it('[S53b, G1] an edit later than the deletion stands: the row is back, and can be deleted again', async () => {
    const { phone, remote, tablet, bens, wait, edit, syncAll } = await annaAndBen();
    const row = await onlyRow(phone);
    await phone.commit([erase(row)], [row]);
    wait(2 * HOUR);
    await edit(tablet, { amount: 900, type: 'expense' });
    await tablet.sync(bens);
    wait(6 * HOUR);
    await phone.sync(remote);
    expect(await onlyRow(phone)).toMatchObject({ amount: 900 });
    const [entry] = await entriesToSettle(phone.db);
    expect(entry).toMatchObject({ state: 'superseded', verdict: { reason: 'newer', by: BEN.userEmail } });
    await retryEntry(phone.db, entry?.id ?? '', new Date(phone.now()));
    await syncAll();
    expect(await phone.rows(SCOPE)).toEqual([]);
    expect(await tablet.rows(SCOPE)).toEqual([]);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await readNotices(tablet.db)).toEqual([]);
  });

  it('[S51a, S51b, G1] a deletion later than the edit stands: the editor is told, and restores the row', async () => {
    const { phone, remote, tablet, bens, wait, edit, syncAll } = await annaAndBen();
    await edit(tablet, { amount: 900, type: 'expense' });
    await tablet.sync(bens);
    wait(HOUR);
    const row = await onlyRow(phone);
    await phone.commit([erase(row)], [row]);
    await phone.sync(remote);
    await tablet.sync(bens);
    expect(await tablet.rows(SCOPE)).toEqual([]);
    const [notice] = await readNotices(tablet.db);
    expect(notice).toMatchObject({ kind: 'deleted', by: 'anna@example.org', rowId: idOf(1), lost: { amount: 900 } });
    await takeBackNotice(tablet.db, ben, { id: notice?.id ?? '' }, new Date(tablet.now()));
    expect(await readNotices(tablet.db)).toEqual([]);
    await syncAll();
    for (const device of [phone, tablet]) expect(await onlyRow(device)).toMatchObject({ amount: 900 });
    expect(await readNotices(tablet.db)).toEqual([]);
    expect(await tablet.db.outbox.count()).toBe(0);
  });
});

describe('an edit that was applied and then superseded by a later one that had not seen it', () => {
  async function superseded() {
    const world = await annaAndBen();
    const { phone, tablet, bens, wait, edit, syncAll } = world;
    await edit(tablet, { amount: 900, type: 'expense' });
    await tablet.sync(bens);
    wait(HOUR);
    await edit(phone, { amount: 200, type: 'expense' });
    await syncAll();
    const [notice] = await readNotices(tablet.db);
    return { ...world, id: notice?.id ?? '', notice };
  }

  it('[S51a] is told to its author on all devices, until one of them has settled it', async () => {
    const { tablet, bens, now, id, notice } = await superseded();
    expect(notice).toMatchObject({
      kind: 'edited',
      by: 'anna@example.org',
      lost: { amount: 900 },
      stands: { amount: 200 },
    });
    const other = new SimulatedDevice(BEN, now);
    await other.sync(bens);
    expect(await readNotices(other.db)).toEqual([notice]);
    await readNotice(tablet.db, ben, { id }, new Date(now()));
    await tablet.sync(bens);
    await other.sync(bens);
    expect(await readNotices(other.db)).toEqual([]);
    expect(await tablet.db.outbox.count()).toBe(0);
  });

  it('[S51b, S50a] can be taken back by its author, who has seen what stands, and nobody is told again', async () => {
    const { phone, remote, tablet, syncAll, now, id } = await superseded();
    await takeBackNotice(tablet.db, ben, { id }, new Date(now()));
    await syncAll();
    await phone.sync(remote);
    for (const device of [phone, tablet]) {
      expect(await onlyRow(device)).toMatchObject({ amount: 900 });
      expect(await readNotices(device.db)).toEqual([]);
      expect(await device.db.outbox.count()).toBe(0);
    }
  });
});

it('[S50b, G5] an edit of a field has not seen the newer value that lay under one’s own waiting edit', async () => {
  const { phone, remote, tablet, bens, wait, edit, through, syncAll } = await annaAndBen();
  await edit(phone, { amount: 200, type: 'expense' });
  await expect(phone.sync(through('lost request'))).rejects.toMatchObject({ reason: 'offline' });
  wait(2 * HOUR);
  await edit(tablet, { amount: 900, type: 'expense' });
  await tablet.sync(bens);
  await phone.pull(remote);
  expect(await onlyRow(phone)).toMatchObject({ amount: 200 });
  wait(HOUR);
  await edit(phone, { amount: 300, type: 'expense' });
  await syncAll();
  expect(await onlyRow(phone)).toMatchObject({ amount: 300 });
  // The later edit stands, and Ben is told, because Anna never saw his.
  expect(await readNotices(tablet.db)).toMatchObject([
    { kind: 'edited', lost: { amount: 900 }, stands: { amount: 300 } },
  ]);
});
