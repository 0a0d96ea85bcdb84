/** Transfers that a restored server lost: both sides go up together (S29k). */
import { expect, it } from 'vitest';
import { retryEntry, retryLost } from '#store/commands/entries/entry-retry';
import { finishReconciliation } from '#store/commands/reconciling/reconciliation-finish';
import { addTransfer } from '#store/commands/transfers/transfer-add';
import { entriesToSettle } from '#store/outbox/outbox';
import { ANNA, BEN, enter, HOME, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const transfer = { fromAccountId: HOME, toAccountId: SHOP, amount: '7', date: '2026-03-05', description: 'Save' };

async function sidesOf(device: SimulatedDevice) {
  const rows = [...(await device.rows(SCOPE)), ...(await device.rows(`account:${SHOP}`))];
  return rows
    .filter(({ nature }) => nature === 'transfer')
    .map(({ id, nature, transferId, status, reconciliationId }) => ({
      id,
      nature,
      transferId,
      status,
      reconciliationId,
    }));
}

/** The backup has both accounts. The transfer came after it, and one side of it is reconciled. */
async function afterRestore() {
  const world = await annaWithTwoDevices();
  const { phone, laptop, remote, server, wait } = world;
  await phone.commit([makeAccount(SHOP, ANNA)]);
  await phone.commit([enter(1)]);
  await phone.sync(remote);
  const restore = server.backUp();
  await addTransfer(phone.db, actor, transfer, new Date(phone.now()));
  const rows = (await phone.rows(SCOPE)).filter((row) => row.nature === 'transfer');
  const statement = { accountId: HOME, date: '2026-03-09', balance: -700 };
  await finishReconciliation(phone.db, actor, { ...statement, rows }, new Date(phone.now()));
  await phone.sync(remote);
  await laptop.sync(remote);
  const before = await sidesOf(phone);
  restore();
  wait(60_000);
  await phone.sync(remote);
  return { ...world, before };
}

const lostOf = async ({ db }: SimulatedDevice, table: string) =>
  (await entriesToSettle(db)).filter(({ rows }) => rows[0]?.[0] === table);

it('[S29k, G9] both sides come back as one transfer, with status and reconciliation', async () => {
  const { phone, laptop, remote, before } = await afterRestore();
  expect(before).toMatchObject([{ status: 'reconciled' }, { status: 'open' }]);
  expect(await sidesOf(phone)).toEqual([]);
  await retryLost(phone.db, new Date(phone.now()));
  await phone.sync(remote);
  await laptop.sync(remote);
  for (const device of [phone, laptop]) {
    expect(await sidesOf(device)).toEqual(before);
    expect(await device.db.outbox.count()).toBe(0);
  }
});

it('[S29k] one side that is sent again takes the other one along', async () => {
  const { phone, remote, before } = await afterRestore();
  const [side] = await lostOf(phone, 'transactions');
  await retryEntry(phone.db, side?.id ?? '', new Date(phone.now()));
  expect(await lostOf(phone, 'transactions')).toEqual([]);
  await phone.sync(remote);
  const linked = (sides: typeof before) => sides.map(({ id, transferId }) => [id, transferId]);
  expect(linked(await sidesOf(phone))).toEqual(linked(before));
});

it('[S29k] a side whose other side is given up comes back as a regular row', async () => {
  const { phone, remote } = await afterRestore();
  const [side, other] = await lostOf(phone, 'transactions');
  await phone.db.outbox.delete(other?.seq ?? 0);
  await retryEntry(phone.db, side?.id ?? '', new Date(phone.now()));
  await phone.sync(remote);
  expect(await sidesOf(phone)).toEqual([]);
  expect(await phone.db.outbox.count()).toBe((await lostOf(phone, 'reconciliations')).length);
  const rows = [...(await phone.rows(SCOPE)), ...(await phone.rows(`account:${SHOP}`))];
  expect(rows.find(({ id }) => id === side?.rows[0]?.[1])).toMatchObject({ nature: 'regular', amount: 700 });
});

it('[S29e, S29k] “Send all again” leaves a side out that somebody else entered, and sends the own one', async () => {
  const { phone, remote } = await afterRestore();
  const [own, other] = await lostOf(phone, 'transactions');
  const content = (other?.content ?? []).map((kept) => ({ ...kept, row: { ...kept.row, userId: BEN.userId } }));
  await phone.db.outbox.update(other?.seq ?? 0, { content });
  await retryLost(phone.db, new Date(phone.now()));
  expect((await lostOf(phone, 'transactions')).map(({ id }) => id)).toEqual([other?.id]);
  await phone.sync(remote);
  const rows = [...(await phone.rows(SCOPE)), ...(await phone.rows(`account:${SHOP}`))];
  expect(rows.find(({ id }) => id === own?.rows[0]?.[1])).toMatchObject({ nature: 'regular' });
});
