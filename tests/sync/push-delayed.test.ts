/** Entries that are delayed for an Undo, and what waits with them. */
import { describe, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { Insert, Operation } from '../../src/domain/mutations/operations.ts';
import { hasSendable } from '../../src/store/outbox/sending.ts';
import { ANNA, enter, HOME, idOf, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices } from './support/world-of-two.ts';

const hold = (device: SimulatedDevice, operations: Operation[], milliseconds: number) =>
  device.commit(operations, undefined, new Date(device.now() + milliseconds));

describe('an entry that is delayed', () => {
  it('[S2d] an entry that is delayed for an Undo does not go before its time', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await hold(phone, [enter(1)], 60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(0);
    wait(60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
  });

  it('[S27a] an entry that needs a delayed one waits with it, and the rest goes', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await hold(phone, [makeAccount(SHOP, ANNA)], 60_000);
    await phone.commit([enter(1, { accountId: SHOP })]);
    await phone.commit([enter(2)]);
    await phone.sync(remote);
    expect([...server.state.tables.transactions.keys()]).toEqual([idOf(2)]);
    expect((await phone.db.outbox.toArray()).map((entry) => entry.attempts)).toEqual([0, 0]);
    expect(await hasSendable(phone.db, new Date(phone.now()))).toBe(false);
    wait(60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(2);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S27a] an entry that refers to what a delayed deletion of an account takes along waits with it', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    const category = { ...newCategory(HOME, 'expense', 'Tools', '2026-01-01T00:00:00.000Z'), id: idOf(7) };
    await phone.commit([{ kind: 'insert', table: 'categories', row: category }]);
    await phone.sync(remote);
    await hold(phone, [{ kind: 'delete', table: 'accounts', id: HOME }], 60_000);
    expect(await phone.db.categories.get(idOf(7))).toMatchObject({ accountId: SHOP });
    const budget: Insert = {
      kind: 'insert',
      table: 'budgets',
      row: {
        id: idOf(8),
        createdAt: '2026-03-10T12:00:00.000Z',
        accountId: SHOP,
        name: 'Tools',
        amount: 100,
        categoryId: idOf(7),
        description: null,
        shortId: '1000000',
        currencyCode: 'USD',
        periodType: 'monthly',
        startDate: '2026-03-01',
      },
    };
    await phone.commit([budget]);
    await phone.sync(remote);
    expect(server.state.tables.budgets.size).toBe(0);
    wait(60_000);
    await phone.sync(remote);
    expect(await phone.db.outbox.toArray()).toEqual([]);
    expect(server.state.tables.budgets.get(idOf(8))).toMatchObject({ accountId: SHOP });
  });

  it('[S27b] the deletion of an account does not overtake a delayed entry in that account', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.sync(remote);
    await hold(phone, [enter(1, { accountId: SHOP })], 60_000);
    await phone.commit([{ kind: 'delete', table: 'accounts', id: SHOP }]);
    await phone.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(true);
    wait(60_000);
    await phone.sync(remote);
    expect(server.state.tables.accounts.has(SHOP)).toBe(false);
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[S27e] an entry that was delayed before the clock was set back by a year goes', async () => {
    const { phone, remote, server, wait } = await annaWithTwoDevices();
    await hold(phone, [enter(1)], 60_000);
    wait(-365 * 24 * 60 * 60_000);
    await phone.sync(remote);
    expect(server.state.tables.transactions.size).toBe(1);
  });
});
