/** Truncated responses: decided entries between the first response and the last. */
import { describe, expect, it } from 'vitest';
import { readEntry } from '#store/outbox/outbox';
import { pushOnce, startPushing } from '../../sync/push.ts';
import type { Remote } from '../../sync/remote.ts';
import { FILE, importOf } from './support/imports-world.ts';
import { ANNA, change, enter, erase, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

describe('a truncated response', () => {
  it('[S16c, G1] a truncated response keeps local rows that a later response brings', async () => {
    const { phone, remote, now } = await annaWithTwoDevices();
    for (const number of [1, 2, 3]) await phone.commit([enter(number)]);
    await pushOnce(phone.db, remote, now, startPushing());
    const first = (await phone.rows(SCOPE)).find(({ id }) => id === idOf(1));
    if (!first) throw new Error('the first row is not here');
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
    const { phone, remote, now } = await annaWithTwoDevices();
    for (const batch of [
      [1, 2, 3],
      [4, 5, 6],
    ]) {
      for (const number of batch) await phone.commit([enter(number)]);
      await pushOnce(phone.db, remote, now, startPushing());
    }
    phone.limits = { first: 2, later: 2 };
    const open: number[] = [];
    do open.push(await phone.db.outbox.count());
    while ((await phone.pull(remote)) === 'more');
    // Entries of a batch have the number of its last. The second response reaches that of the first batch.
    expect(open).toEqual([6, 6, 3]);
    expect(await phone.db.outbox.count()).toBe(0);
    expect(await phone.rows(SCOPE)).toHaveLength(6);
  });

  it('[S16c, G1] a row that its user deletes and imports again is there all the time', async () => {
    const { phone, laptop, remote, now } = await annaWithTwoDevices();
    const [first, again] = [importOf(HOME, FILE.slice(0, 1)), importOf(HOME, FILE.slice(0, 1))];
    const [id = ''] = first.ids;
    await phone.commit(first.operations);
    await phone.sync(remote);
    const find = async (device: typeof phone) => {
      const row = (await device.rows(SCOPE)).find((one) => one.id === id);
      if (!row) throw new Error('the row is not here');
      return row;
    };
    const deleted = await find(phone);
    await phone.commit([erase(deleted)], [deleted]);
    await pushOnce(phone.db, remote, now, startPushing());
    const [made, ...inserts] = again.operations;
    if (!made) throw new Error('there is no import');
    await phone.commit([made]);
    await phone.commit(
      inserts.map((one) => (one.kind === 'insert' && one.table === 'transactions' ? { ...one, again: true } : one)),
    );
    for (const number of [2, 3]) await phone.commit([enter(number)]);
    while ((await pushOnce(phone.db, remote, now, startPushing())) === 'more');
    await laptop.sync(remote);
    const changed = await find(laptop);
    await laptop.commit([change(changed, { notes: 'changed since' })], [changed]);
    await laptop.sync(remote);
    phone.limits = { first: 1, later: 1 };
    let pages = 0;
    do expect(await find(phone)).toBeDefined();
    while (++pages && (await phone.pull(remote)) === 'more');
    expect(pages).toBeGreaterThan(2);
    expect(await find(phone)).toMatchObject({ notes: 'changed since' });
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
    const rowOf = async (device: typeof phone, number: number) => {
      const row = (await device.rows(SCOPE)).find(({ id }) => id === idOf(number));
      if (!row) throw new Error(`no row ${number}`);
      return row;
    };
    for (const number of [2, 3]) {
      const row = await rowOf(laptop, number);
      await laptop.commit([change(row, { amount: 300 })], [row]);
    }
    const moving = await rowOf(laptop, 1);
    await laptop.commit([change(moving, { accountId: SHOP })], [moving]);
    await laptop.sync(remote);
    const seen = await rowOf(phone, 1);
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
