/** Truncated responses: decided entries between the first response and the last. */
import { describe, expect, it } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import { readEntry } from '#store/outbox/outbox';
import { pushOnce, startPushing } from '../../sync/push.ts';
import type { Remote } from '../../sync/remote.ts';
import { FILE, importOf } from './support/imports-world.ts';
import { ANNA, change, enter, erase, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

/** Throws when the device does not show the row. */
async function find(device: SimulatedDevice, id: string): Promise<TransactionRow> {
  const row = (await device.rows(SCOPE)).find((one) => one.id === id);
  if (!row) throw new Error(`${id} is not here`);
  return row;
}

/** Pulls until nothing is left. Returns how many entries were open before each response, and calls `look` there. */
async function openEntries(device: SimulatedDevice, remote: Remote, look: () => Promise<void>): Promise<number[]> {
  const open: number[] = [];
  do {
    await look();
    open.push(await device.db.outbox.count());
  } while ((await device.pull(remote)) === 'more');
  return open;
}

describe('a truncated response', () => {
  it('[S16c, G1] a truncated response keeps local rows that a later response brings', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    for (const number of [1, 2, 3]) await phone.commit([enter(number)]);
    await pushOnce(phone.db, remote, now, startPushing());
    const first = await find(phone, idOf(1));
    await phone.commit([change(first, { amount: 500 })], [first]);
    await pushOnce(phone.db, remote, now, startPushing());
    phone.limits = { first: 1, later: 1 };
    const pages: number[] = [];
    do pages.push(await phone.balance(SCOPE));
    while ((await phone.pull(remote)) === 'more');
    expect(pages).toEqual([-700, -700, -700]);
    expect(await phone.balance(SCOPE)).toBe(-700);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S16c] an entry goes once its number is reached, also when its rows came with an earlier response', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(1), enter(2), enter(3)]);
    for (const number of [4, 5, 6]) await phone.commit([enter(number)]);
    await pushOnce(phone.db, remote, now, startPushing());
    for (const number of [7, 8]) await phone.commit([enter(number)]);
    await pushOnce(phone.db, remote, now, startPushing());
    await laptop.sync(remote);
    const third = await find(laptop, idOf(3));
    await laptop.commit([change(third, { notes: 'changed since' })], [third]);
    await laptop.commit([enter(9)]);
    await laptop.sync(remote);
    phone.limits = { first: 2, later: 2 };
    const open = await openEntries(phone, remote, async () => {});
    // 1 and 2; 4 and 5; 6 and 7; 8 and 3; 9. The entries of a batch have the number of its last.
    expect(open).toEqual([6, 6, 6, 3, 0]);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(9);
  });

  it('[S16c, G1] a new row that somebody has changed since is there all the time', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    for (const number of [1, 2, 3]) await phone.commit([enter(number)]);
    await pushOnce(phone.db, remote, now, startPushing());
    await laptop.sync(remote);
    const first = await find(laptop, idOf(1));
    await laptop.commit([change(first, { notes: 'changed since' })], [first]);
    await laptop.sync(remote);
    phone.limits = { first: 1, later: 1 };
    const open = await openEntries(phone, remote, async () => void (await find(phone, idOf(1))));
    expect(open).toHaveLength(3);
    expect(await find(phone, idOf(1))).toMatchObject({ notes: 'changed since' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S16c, G1] an edit of a row that somebody has changed since shows all the time', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    await phone.commit([enter(1)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    const seen = await find(phone, idOf(1));
    await phone.commit([change(seen, { amount: 500 })], [seen]);
    await pushOnce(phone.db, remote, now, startPushing());
    await laptop.commit([enter(2)]);
    const before = await find(laptop, idOf(1));
    await laptop.commit([change(before, { category: 'Trips' })], [before]);
    await laptop.sync(remote);
    phone.limits = { first: 1, later: 1 };
    const amounts: number[] = [];
    await openEntries(phone, remote, async () => void amounts.push((await find(phone, idOf(1))).amount));
    expect(amounts).toEqual([500, 500]);
    expect(await find(phone, idOf(1))).toMatchObject({ amount: 500, category: 'Trips' });
  });

  it('[S16c, G1] a row that its user deletes and imports again is there all the time', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    const [first, again] = [importOf(HOME, FILE.slice(0, 1)), importOf(HOME, FILE.slice(0, 1))];
    const [id = ''] = first.ids;
    await phone.commit(first.operations);
    await phone.sync(remote);
    const deleted = await find(phone, id);
    await phone.commit([erase(deleted)], [deleted]);
    await pushOnce(phone.db, remote, now, startPushing());
    await phone.commit(again.operations.slice(0, 1));
    await phone.commit(again.inserts.map((one) => ({ ...one, again: true as const })));
    for (const number of [2, 3]) await phone.commit([enter(number)]);
    while ((await pushOnce(phone.db, remote, now, startPushing())) === 'more');
    await laptop.sync(remote);
    const changed = await find(laptop, id);
    await laptop.commit([change(changed, { notes: 'changed since' })], [changed]);
    await laptop.sync(remote);
    phone.limits = { first: 1, later: 1 };
    const open = await openEntries(phone, remote, async () => void (await find(phone, id)));
    expect(open.length).toBeGreaterThan(2);
    expect(await find(phone, id)).toMatchObject({ notes: 'changed since' });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S16b, S16d, G3, G6] truncated responses keep nothing of a deleted account after the last one', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await pushOnce(phone.db, remote, now, startPushing());
    await laptop.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
    for (const number of [2, 3]) await laptop.commit([enter(number)]);
    await laptop.sync(remote);
    phone.limits = { first: 1, later: 1 };
    await phone.sync(remote);
    expect(await phone.rows(`account:${SHOP}`)).toEqual([]);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(2);
  });

  it('[S12c, G3, G7] a row under an open entry that comes in another account leaves the old one at once', async () => {
    const { phone, laptop, remote } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    for (const number of [1, 2, 3]) await phone.commit([enter(number)]);
    await phone.sync(remote);
    await laptop.sync(remote);
    for (const number of [2, 3]) {
      const row = await find(laptop, idOf(number));
      await laptop.commit([change(row, { amount: 300 })], [row]);
    }
    const moving = await find(laptop, idOf(1));
    await laptop.commit([change(moving, { accountId: SHOP })], [moving]);
    await laptop.sync(remote);
    const seen = await find(phone, idOf(1));
    await phone.commit([change(seen, { description: 'Tea', notes: '' })], [seen]);
    phone.limits = { first: 1, later: 1 };
    expect(await phone.pull(remote)).toBe('more');
    expect(await phone.rows(`account:${SHOP}`)).toMatchObject([{ id: idOf(1), accountId: SHOP, description: 'Tea' }]);
    expect((await phone.rows(SCOPE)).map(({ id }) => id)).not.toContain(idOf(1));
    await phone.sync(remote);
    await laptop.sync(remote);
    for (const device of [phone, laptop]) {
      expect(await device.rows(`account:${SHOP}`)).toMatchObject([{ accountId: SHOP, description: 'Tea' }]);
      expect(await device.balance(SCOPE)).toBe(-600);
    }
  });
});

describe('an open entry', () => {
  it('[S16d, S18] an entry that a restored server decided anew survives an earlier response', async () => {
    const { phone, remote, server, now } = await annaWithTwoDevices();
    for (const month of [1, 2]) await phone.commit([enter(month, { date: `2025-0${month}-10` })]);
    await phone.sync(remote);
    const restore = server.backUp();
    const id = await phone.commit([makeAccount(SHOP, ANNA)]);
    await pushOnce(phone.db, remote, now, startPushing());
    restore();
    phone.limits = { first: 1, later: 1 };
    const tab = phone.tab();
    let asked = 0;
    const meanwhile: Remote = {
      ...remote,
      pull: async (...request) => {
        const response = await remote.pull(...request);
        if (++asked === 2) {
          while ((await readEntry(tab.db, id))?.state !== 'in_flight')
            await new Promise((resolve) => setTimeout(resolve));
          await pushOnce(tab.db, remote, now, startPushing());
        }
        return response;
      },
    };
    await phone.sync(meanwhile);
    tab.db.close();
    expect(asked).toBe(2);
    expect(await phone.db.accounts.get(SHOP)).toBeDefined();
    await phone.sync(remote);
    expect(await phone.db.accounts.get(SHOP)).toMatchObject({ version: 1 });
    expect(await phone.db.outbox.count()).toBe(0);
  });
});
