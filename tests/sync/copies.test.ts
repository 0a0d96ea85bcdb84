import { expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { restoreCopy } from '#store/commands/copy-restore';
import { planRestore } from '#store/copies/restore-plan';
import { readEverything } from '#store/queries/copies/everything';
import { sampleCopy } from '../../src/copy/copy.fixture.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, BEN, erase, HOME, makeAccount, START } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

function world() {
  let time = START;
  const now = () => {
    time += 1000;
    return time;
  };
  const server = new FakeServer(now);
  server.addUser(ANNA.userId, ANNA.userEmail);
  server.addUser(BEN.userId, BEN.userEmail);
  const [phone, laptop] = [new SimulatedDevice(BEN, now), new SimulatedDevice(BEN, now)];
  return { remote: server.as(BEN.userId), phone, laptop };
}

/** As on a day on which every statement of the copy lies in the past. */
function copyOfThen() {
  const copy = sampleCopy();
  for (const row of copy.reconciliations) row.date = '2026-03-01';
  return copy;
}

async function restore(device: SimulatedDevice, withDeleted = false) {
  const plan = await planRestore(device.db, copyOfThen());
  const actor = { userId: device.person.userId, email: device.person.userEmail };
  await restoreCopy(device.db, actor, plan, { withDeleted }, new Date(device.now()));
  return plan;
}

/** Rows that were deleted with their account may come in another order of the same day. */
function inOrder({ transactions, ...copy }: Awaited<ReturnType<typeof readEverything>>) {
  return { ...copy, transactions: transactions.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

const settled = async ({ db }: SimulatedDevice) =>
  (await db.outbox.toArray()).map(({ state, verdict }) => [state, verdict]);

it('[S65a] two devices restore one file offline: the server takes all of it once, also transfers', async () => {
  const { remote, phone, laptop } = world();
  await restore(phone);
  await restore(laptop);
  for (const device of [phone, laptop, phone]) await device.sync(remote);
  expect([await settled(phone), await settled(laptop)]).toEqual([[], []]);
  const now = new Date(START);
  const [one, other] = [await readEverything(phone.db, now), await readEverything(laptop.db, now)];
  expect(one).toEqual(other);
  expect(one.transactions.map(({ nature }) => nature).sort()).toEqual(
    copyOfThen()
      .transactions.map(({ nature }) => nature)
      .sort(),
  );
  expect(one.transactions.filter(({ status }) => status === 'reconciled')).toHaveLength(1);
  expect((await restore(laptop)).added).toEqual([]);
});

it('[S65c] both sides that were deleted after a restore come back when the user asks', async () => {
  const { remote, phone } = world();
  await restore(phone);
  await phone.sync(remote);
  const accounts = await phone.db.accounts.toArray();
  const rows = (await Promise.all(accounts.map(({ id }) => phone.rows(accountScope(id))))).flat();
  const sides = rows.filter(({ transferId }) => transferId !== null);
  await phone.commit(sides.map(erase), sides);
  await phone.sync(remote);
  expect((await restore(phone)).counts).toMatchObject({ added: 0, deleted: 2 });
  await restore(phone, true);
  await phone.sync(remote);
  expect(await settled(phone)).toEqual([]);
  const back = (await Promise.all(accounts.map(({ id }) => phone.rows(accountScope(id))))).flat();
  const plain = (all: typeof rows) => all.map(({ version, ...row }) => row).sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(plain(back)).toEqual(plain(rows));
});

it('[S65a] accounts that were deleted after a restore come back by another one, with their transfers', async () => {
  const { remote, phone } = world();
  // Nobody can delete their only account.
  await phone.commit([makeAccount(HOME, BEN)]);
  await restore(phone);
  await phone.sync(remote);
  const everything = async () => inOrder(await readEverything(phone.db, new Date(START)));
  const before = await everything();
  for (const { id } of await phone.db.accounts.where('id').notEqual(HOME).toArray()) {
    await phone.commit([{ kind: 'delete', table: 'accounts', id }]);
  }
  await phone.sync(remote);
  expect(await phone.db.accounts.count()).toBe(1);
  await restore(phone);
  await phone.sync(remote);
  expect(await settled(phone)).toEqual([]);
  expect(await everything()).toEqual(before);
});

it('[S76] the address of an owner, which came with the account, is not in a copy of it', async () => {
  const { remote, phone } = world();
  await phone.commit([makeAccount(HOME, BEN)]);
  await phone.sync(remote);
  expect(await phone.db.accounts.get(HOME)).toMatchObject({ ownerEmail: BEN.userEmail });
  expect(JSON.stringify(await readEverything(phone.db))).not.toContain(BEN.userEmail);
});
