/** A copy is a file, and others may have written it. What it brings breaks no device, and no later restore. */
import { expect, it } from 'vitest';
import { readCopy } from '#copy/read';
import { restoreCopy } from '#store/commands/copy-restore';
import { planRestore } from '#store/copies/restore-plan';
import { readEverything } from '#store/queries/copies/everything';
import { sampleCopy } from '../../src/copy/copy.fixture.ts';
import { FakeServer } from './support/fake-server.ts';
import { BEN, START } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

function world() {
  let time = START;
  const now = () => {
    time += 1000;
    return time;
  };
  const server = new FakeServer(now);
  server.addUser(BEN.userId, BEN.userEmail);
  return { remote: server.as(BEN.userId), phone: new SimulatedDevice(BEN, now) };
}

async function restore(device: SimulatedDevice, text: string): Promise<string> {
  const reading = await readCopy(text);
  if (!reading.ok) return reading.reason;
  const plan = await planRestore(device.db, reading.copy);
  const actor = { userId: device.person.userId, email: device.person.userEmail };
  await restoreCopy(device.db, actor, plan, { withDeleted: false }, new Date(device.now()));
  return 'restored';
}

const honest = () => {
  const copy = sampleCopy();
  for (const row of copy.reconciliations) row.date = '2026-03-01';
  return copy;
};

it.each([
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999-23:59',
  '0000-01-01T00:00:00.000Z',
  '0000-01-01T00:00:00.000+23:59',
  '2026-02-31T00:00:00.000Z',
  '2026-01-01 00:00:00+0530',
])('rows of %s stop neither this restore, nor the next one, nor sync', async (createdAt) => {
  const { remote, phone } = world();
  const hostile = JSON.stringify(honest()).replaceAll('2026-01-01T08:00:00.000Z', createdAt);
  const first = await restore(phone, hostile);
  const other = JSON.stringify(honest())
    .replaceAll(/"([a-f79])\1{7}-/g, '"abcdef$1$1-')
    .replaceAll('Household', 'Flat');
  expect([first, await restore(phone, other)]).toEqual(['restored', 'restored']);
  await phone.sync(remote);
  const all = await readEverything(phone.db, new Date(START));
  for (const { createdAt: made } of [...all.accounts, ...all.transactions])
    expect(new Date(made).getTime()).not.toBeNaN();
  expect((await readCopy(JSON.stringify(all))).ok).toBe(true);
  expect(all.accounts.map(({ name }) => name).toSorted()).toEqual(['Flat', 'Household', 'Savings', 'Savings']);
  expect((await phone.db.outbox.toArray()).map(({ state, verdict }) => [state, verdict])).toEqual([]);
});
