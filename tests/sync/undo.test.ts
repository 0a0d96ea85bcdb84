/** Undo on devices that sync: what a device did comes back, and what others did stays. */
import { describe, expect, it } from 'vitest';
import { readActions } from '#store/actions/actions';
import { renameCategory } from '#store/commands/categories/category-rename';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { editTransfer, unlinkTransfer } from '#store/commands/transfers/transfer-edit';
import { undoAction } from '#store/commands/undo/action-undo';
import { ANNA, change, enter, erase, HOME, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, onlyRow, SCOPE } from './support/world-of-two.ts';

const actorOf = ({ person }: SimulatedDevice) => ({ userId: person.userId, email: person.userEmail });

async function edit(device: SimulatedDevice, description: string): Promise<void> {
  const row = await onlyRow(device);
  await updateTransaction(device.db, actorOf(device), { row, description }, new Date(device.now()));
}

async function undo(device: SimulatedDevice) {
  const id = readActions(device.db)[0]?.id ?? '';
  return undoAction(device.db, actorOf(device), { id }, new Date(device.now()));
}

async function withOneRow() {
  const world = await annaWithTwoDevices();
  await world.phone.commit([enter(1)]);
  await world.phone.sync(world.remote);
  await world.laptop.sync(world.remote);
  return world;
}

describe('an undo on one of two devices', () => {
  it('[S67a] brings back what stood before, on both devices', async () => {
    const { remote, phone, laptop } = await withOneRow();
    const before = await onlyRow(phone);
    await edit(phone, 'Lunch');
    await phone.sync(remote);
    expect(await undo(phone)).toEqual({ ok: true, left: 0 });
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await onlyRow(laptop)).toMatchObject({ description: before.description });
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('[G1, S67a] of an edit that the other device has changed meanwhile keeps that one', async () => {
    const { remote, phone, laptop } = await withOneRow();
    await edit(phone, 'Lunch');
    await phone.sync(remote);
    await laptop.sync(remote);
    await edit(laptop, 'Dinner');
    await laptop.sync(remote);
    await undo(phone);
    await phone.sync(remote);
    expect(await onlyRow(phone)).toMatchObject({ description: 'Dinner' });
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { state: 'superseded', verdict: { reason: 'newer', kept: { description: 'Dinner' } } },
    ]);
  });

  it('[S67h] shows the other’s value as soon as it comes, while the undo waits', async () => {
    const { remote, phone, laptop } = await withOneRow();
    await edit(phone, 'Lunch');
    await phone.sync(remote);
    await laptop.sync(remote);
    await edit(laptop, 'Dinner');
    await laptop.sync(remote);
    await undo(phone);
    await phone.pull(remote);
    expect(await onlyRow(phone)).toMatchObject({ description: 'Dinner' });
  });

  it('[S67d] of an edit leaves the row deleted that the other device deleted', async () => {
    const { remote, phone, laptop } = await withOneRow();
    await edit(phone, 'Lunch');
    await phone.sync(remote);
    await laptop.sync(remote);
    const row = await onlyRow(laptop);
    await laptop.commit([erase(row)], [row]);
    await laptop.sync(remote);
    await undo(phone);
    await phone.sync(remote);
    expect(await phone.rows(SCOPE)).toEqual([]);
  });

  it('[S67c] of a deletion brings back the row with what the other device had written into it', async () => {
    const { remote, phone, laptop } = await withOneRow();
    const row = await onlyRow(laptop);
    await laptop.commit([change(row, { category: 'Home' })], [row]);
    await laptop.sync(remote);
    await phone.sync(remote);
    await deleteTransaction(phone.db, actorOf(phone), { row: await onlyRow(phone) }, new Date(phone.now()));
    await phone.sync(remote);
    await undo(phone);
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await onlyRow(laptop)).toMatchObject({ category: 'Home' });
  });

  it('[S67i] of an unlink makes the transfer again on both devices, under a new id', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    const entered = { fromAccountId: HOME, toAccountId: SHOP, amount: '7', date: '2026-03-05', description: 'Move' };
    await addTransfer(phone.db, actorOf(phone), entered, new Date(phone.now()));
    await phone.sync(remote);
    const sides = async (device: SimulatedDevice) => [
      ...(await device.rows(SCOPE)),
      ...(await device.rows(`account:${SHOP}`)),
    ];
    const before = await sides(phone);
    await unlinkTransfer(phone.db, actorOf(phone), { rows: before }, new Date(phone.now()));
    await phone.sync(remote);
    expect(await undo(phone)).toEqual({ ok: true, left: 0 });
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await phone.db.outbox.toArray()).toEqual([]);
    const [from, to] = await sides(laptop);
    expect(from).toMatchObject({ nature: 'transfer', transferId: to?.transferId });
    expect(from?.transferId).not.toBe(before[0]?.transferId);
  });

  it('[S67i] of an unlink of one side alone is not offered', async () => {
    const { remote, phone } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    const entered = { fromAccountId: HOME, toAccountId: SHOP, amount: '7', date: '2026-03-05', description: 'Move' };
    await addTransfer(phone.db, actorOf(phone), entered, new Date(phone.now()));
    await phone.sync(remote);
    const actions = readActions(phone.db).length;
    await unlinkTransfer(phone.db, actorOf(phone), { rows: await phone.rows(SCOPE) }, new Date(phone.now()));
    expect(readActions(phone.db)).toHaveLength(actions);
  });

  it('[S65f, S67a] of an edit of a transfer keeps both amounts when the other device has changed one', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    const entered = { fromAccountId: HOME, toAccountId: SHOP, amount: '7', date: '2026-03-05', description: 'Move' };
    await addTransfer(phone.db, actorOf(phone), entered, new Date(phone.now()));
    await phone.sync(remote);
    await laptop.sync(remote);
    const sides = async (device: SimulatedDevice) => {
      const [from, to] = [...(await device.rows(SCOPE)), ...(await device.rows(`account:${SHOP}`))];
      if (!from || !to) throw new Error('a side is missing');
      return [from, to] satisfies [typeof from, typeof to];
    };
    const rows = await sides(phone);
    const edited = { rows, describes: rows[0].id, ...entered, amount: '8' };
    await editTransfer(phone.db, actorOf(phone), edited, new Date(phone.now()));
    await phone.sync(remote);
    await laptop.sync(remote);
    const [, to] = await sides(laptop);
    await laptop.commit([change(to, { amount: 900, type: to.type })], [to]);
    await laptop.sync(remote);
    await undo(phone);
    await phone.sync(remote);
    expect((await sides(phone)).map(({ amount }) => amount)).toEqual([800, 900]);
    expect(await phone.db.outbox.toArray()).toMatchObject([
      { state: 'superseded', verdict: { reason: 'newer', kept: { amount: 900 } } },
    ]);
  });

  it('[S67a, S67b] of a finished reconciliation opens its rows, but not one that was opened since', async () => {
    const { remote, phone, laptop } = await withOneRow();
    await phone.commit([enter(2)]);
    const rows = await phone.rows(SCOPE);
    const statement = { accountId: HOME, date: '2026-03-09', balance: -200 };
    await finishReconciliation(phone.db, actorOf(phone), { ...statement, rows }, new Date(phone.now()));
    await phone.sync(remote);
    await laptop.sync(remote);
    const [one] = await laptop.rows(SCOPE);
    if (!one) throw new Error('no row');
    await laptop.commit([change(one, { status: 'cleared', reconciliationId: null })], [one]);
    await laptop.sync(remote);
    await undo(phone);
    await phone.sync(remote);
    await laptop.sync(remote);
    for (const device of [phone, laptop]) {
      const statuses = new Map((await device.rows(SCOPE)).map(({ id, status }) => [id, status]));
      expect([...statuses.values()].sort()).toEqual(['cleared', 'open']);
      expect(statuses.get(one.id)).toBe('cleared');
      expect(await device.db.reconciliations.count()).toBe(0);
    }
  });

  it('[S67f] of what was never sent leaves an older edit of the other device alone', async () => {
    const { remote, phone, laptop } = await withOneRow();
    await edit(laptop, 'Dinner');
    await edit(phone, 'Lunch');
    await undo(phone);
    await laptop.sync(remote);
    await phone.sync(remote);
    expect(await onlyRow(phone)).toMatchObject({ description: 'Dinner' });
  });

  it('[S67j] of a move brings back status and reconciliation, at once and after the sync', async () => {
    const { remote, phone, laptop } = await withOneRow();
    await phone.commit([makeAccount(SHOP, ANNA)]);
    const statement = { accountId: HOME, date: '2026-03-09', balance: -100 };
    await finishReconciliation(
      phone.db,
      actorOf(phone),
      { ...statement, rows: await phone.rows(SCOPE) },
      new Date(phone.now()),
    );
    await phone.sync(remote);
    const { status, reconciliationId } = await onlyRow(phone);
    expect(status).toBe('reconciled');
    const row = await onlyRow(phone);
    await updateTransaction(phone.db, actorOf(phone), { row, accountId: SHOP }, new Date(phone.now()));
    await phone.sync(remote);
    expect(await undo(phone)).toEqual({ ok: true, left: 0 });
    expect(await onlyRow(phone)).toMatchObject({ accountId: HOME, status, reconciliationId });
    await phone.sync(remote);
    await laptop.sync(remote);
    for (const device of [phone, laptop]) {
      expect(await onlyRow(device)).toMatchObject({ accountId: HOME, status, reconciliationId });
    }
    expect(await phone.db.outbox.count()).toBe(0);
  });

  it('of a sent rename reaches the rows of every account, also where the category is in one only', async () => {
    const { remote, phone, laptop } = await annaWithTwoDevices();
    const food = { id: crypto.randomUUID(), accountId: HOME, name: 'Food', type: 'expense' } as const;
    const category = { ...food, createdAt: '2026-01-01T00:00:00.000Z', group: null, archived: false };
    await phone.commit([makeAccount(SHOP, ANNA)]);
    await phone.commit([{ kind: 'insert', table: 'categories', row: category }]);
    await phone.commit([enter(1), enter(2, { accountId: SHOP })]);
    await phone.sync(remote);
    const renamed = { id: food.id, name: 'Groceries' };
    await renameCategory(phone.db, actorOf(phone), renamed, new Date(phone.now()));
    await phone.sync(remote);
    expect(await undo(phone)).toEqual({ ok: true, left: 0 });
    await phone.sync(remote);
    await laptop.sync(remote);
    expect(await phone.db.outbox.toArray()).toEqual([]);
    const rows = [...(await laptop.rows(SCOPE)), ...(await laptop.rows(`account:${SHOP}`))];
    expect(rows.map((row) => row.category)).toEqual(['Food', 'Food']);
  });
});
