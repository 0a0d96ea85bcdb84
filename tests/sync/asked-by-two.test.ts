/** Two people ask for the same row, each offline. One takes that back, and the other one still has it (S67n). */
import { expect, it } from 'vitest';
import { readActions } from '#store/actions/actions';
import { createCategory } from '#store/commands/categories/category-create';
import { addOccurrence } from '#store/commands/schedules/occurrence-add';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { undoAction } from '#store/commands/undo/action-undo';
import { entriesToSettle } from '#store/outbox/outbox';
import { readOpenOccurrences } from '#store/queries/schedules/open-occurrences';
import { RENT } from '../../src/store/commands/schedules/schedules.fixture.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, BEN, HOME, idOf, makeAccount } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';
import { SCOPE } from './support/world-of-two.ts';

const actorOf = ({ person }: SimulatedDevice) => ({ userId: person.userId, email: person.userEmail });

/** Anna has a household with a rent, and Ben administers it. */
async function twoPeople() {
  let time = new Date(2026, 2, 20, 12).getTime();
  const now = () => {
    time += 1000;
    return time;
  };
  const server = new FakeServer(now);
  for (const { userId, userEmail } of [ANNA, BEN]) server.addUser(userId, userEmail);
  const [anna, ben] = [new SimulatedDevice(ANNA, now), new SimulatedDevice(BEN, now)];
  const sync = async (...devices: SimulatedDevice[]) => {
    for (const device of devices) await device.sync(server.as(device.person.userId));
  };
  await anna.commit([makeAccount(HOME, ANNA)]);
  await makeCategory(anna, RENT.category);
  await addSchedule(anna.db, actorOf(anna), { ...RENT, accountId: HOME, startDate: '2026-04-01' }, {}, new Date(now()));
  await sync(anna);
  server.share({ id: idOf(900), accountId: HOME, userId: BEN.userId, role: 'admin' });
  await sync(ben);
  const undo = async (device: SimulatedDevice) => {
    const id = readActions(device.db)[0]?.id ?? '';
    return undoAction(device.db, actorOf(device), { id }, new Date(device.now()));
  };
  return { anna, ben, sync, undo };
}

async function makeCategory(device: SimulatedDevice, name: string) {
  const category = { name, type: 'expense', accountId: HOME } as const;
  expect(await createCategory(device.db, actorOf(device), category, new Date(device.now()))).toMatchObject({
    ok: true,
  });
}

async function addRent(device: SimulatedDevice) {
  const [next] = await readOpenOccurrences(device.db, '2026-04-30');
  if (!next) throw new Error('no occurrence is open');
  expect(await addOccurrence(device.db, actorOf(device), next, {}, new Date(device.now()))).toMatchObject({ ok: true });
}

it('[G1, S67n] an occurrence stays for who asked second, and the first one is told who wants it', async () => {
  const { anna, ben, sync, undo } = await twoPeople();
  for (const device of [anna, ben]) await addRent(device);
  await sync(anna, ben, anna);
  expect(await undo(anna)).toEqual({ ok: true, left: 0 });
  expect(await anna.rows(SCOPE)).toEqual([]);
  await sync(anna, ben);
  const [row] = await ben.rows(SCOPE);
  expect(row).toMatchObject({ description: RENT.description, userId: ANNA.userId });
  expect(await anna.rows(SCOPE)).toEqual([row]);
  expect(await entriesToSettle(anna.db)).toMatchObject([{ verdict: { reason: 'newer', by: BEN.userEmail } }]);
  expect(await readOpenOccurrences(anna.db, '2026-04-30')).toEqual([]);
});

it('[G1, S67n] an occurrence stays for who asked first when the second one takes theirs back', async () => {
  const { anna, ben, sync, undo } = await twoPeople();
  for (const device of [anna, ben]) await addRent(device);
  await sync(anna, ben);
  await undo(ben);
  await sync(ben, anna);
  expect(await anna.rows(SCOPE)).toHaveLength(1);
  expect(await ben.rows(SCOPE)).toEqual(await anna.rows(SCOPE));
  expect(await entriesToSettle(ben.db)).toMatchObject([{ verdict: { reason: 'newer', by: ANNA.userEmail } }]);
});

it('[G1, S67n] a category stays for who made it second, and the first one is told', async () => {
  const { anna, ben, sync, undo } = await twoPeople();
  for (const device of [anna, ben]) await makeCategory(device, 'Pets');
  await sync(anna, ben, anna);
  await undo(anna);
  await sync(anna, ben);
  for (const { db } of [anna, ben]) expect((await db.categories.toArray()).map(({ name }) => name)).toContain('Pets');
  expect(await entriesToSettle(anna.db)).toMatchObject([{ verdict: { reason: 'newer', by: BEN.userEmail } }]);
});
