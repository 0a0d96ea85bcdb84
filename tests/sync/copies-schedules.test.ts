/** Schedules in a copy: nothing that was added before is added again, wherever they come back. */
import { expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { restoreCopy } from '#store/commands/copy-restore';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteSchedule } from '#store/commands/schedules/schedule-delete';
import { planRestore } from '#store/copies/restore-plan';
import { readEverything } from '#store/queries/copies/everything';
import { readOpenOccurrences, readSchedules } from '#store/queries/schedules/open-occurrences';
import { RENT } from '../../src/store/commands/schedules/schedules.fixture.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, BEN, HOME, makeAccount, SHOP } from './support/people.ts';
import { type Person, SimulatedDevice } from './support/simulated-device.ts';

const actorOf = ({ userId, userEmail }: Person) => ({ userId, email: userEmail });
const NOON = new Date(2026, 2, 20, 12);
const EVERY_OTHER_SUNDAY: ScheduleFields = {
  ...RENT,
  accountId: HOME,
  rhythm: 'week 2 7',
  startDate: '2026-02-01',
  count: 9,
};

/** Anna has two accounts and a schedule of which some occurrences were added, and one was skipped before its day. */
async function annaHas(toAccountId?: string) {
  // Earlier than its devices by a day: then what they make has its time, each time.
  let time = NOON.getTime() - 86_400_000;
  const now = () => {
    time += 1000;
    return time;
  };
  const server = new FakeServer(now);
  for (const { userId, userEmail } of [ANNA, BEN]) server.addUser(userId, userEmail);
  const phone = new SimulatedDevice(ANNA, now);
  const remote = server.as(ANNA.userId);
  await phone.commit([makeAccount(HOME, ANNA), makeAccount(SHOP, ANNA)]);
  await addSchedule(phone.db, actorOf(ANNA), EVERY_OTHER_SUNDAY, toAccountId ? { toAccountId } : {}, NOON);
  await addDueOccurrences(phone.db, actorOf(ANNA), {}, NOON);
  const [next] = await readOpenOccurrences(phone.db, '2026-03-31');
  if (next) await skipOccurrence(phone.db, actorOf(ANNA), next, NOON);
  await phone.sync(remote);
  return { server, phone, remote, ben: new SimulatedDevice(BEN, now), copy: await readEverything(phone.db, NOON) };
}

async function restore(
  { db, person }: SimulatedDevice,
  copy: Awaited<ReturnType<typeof readEverything>>,
  deleted = false,
) {
  const plan = await planRestore(db, copy);
  await restoreCopy(db, actorOf(person), plan, { withDeleted: deleted }, NOON);
  return plan;
}

const openUntil = async ({ db }: SimulatedDevice, date: string) =>
  (await readOpenOccurrences(db, date)).map((one) => one.date);

it('a copy tells the newest day that was added or skipped, also ahead of today', async () => {
  const { copy, phone } = await annaHas();
  expect(copy.schedules).toMatchObject([{ settledUntil: '2026-03-29', startDate: '2026-02-01', count: 9 }]);
  expect(copy.schedules[0]).toMatchObject({ contributor: { userId: ANNA.userId, email: ANNA.userEmail } });
  expect(await openUntil(phone, '2026-12-31')).toEqual(['2026-04-12', '2026-04-26', '2026-05-10', '2026-05-24']);
});

it('in another account it goes on after that day with what is left, and only reminds', async () => {
  const { copy, server, ben, phone } = await annaHas();
  const plan = await restore(ben, copy);
  expect(plan.others.added).toMatchObject({ schedules: 1 });
  await ben.sync(server.as(BEN.userId));
  expect(await ben.db.outbox.toArray()).toEqual([]);
  expect(await ben.db.schedules.toArray()).toMatchObject([
    { startDate: '2026-04-12', count: 4, mode: 'remind', userId: BEN.userId, pairId: null },
  ]);
  expect(await openUntil(ben, '2026-12-31')).toEqual(await openUntil(phone, '2026-12-31'));
  const later = new Date(2026, 11, 31, 12);
  expect(await addDueOccurrences(ben.db, actorOf(BEN), {}, later)).toEqual({ added: 0, left: 0 });
  expect((await restore(ben, copy)).added).toEqual([]);
});

it('both sides of a transfer are one there, too; a side alone is none', async () => {
  const { copy, server, ben } = await annaHas(SHOP);
  await restore(ben, copy);
  await ben.sync(server.as(BEN.userId));
  expect(await ben.db.outbox.toArray()).toEqual([]);
  expect(await readSchedules(ben.db)).toMatchObject([{ holdup: 'remind', other: { type: 'income' } }]);
  const { phone } = await annaHas();
  const alone = { ...copy, schedules: copy.schedules.filter(({ type }) => type === 'expense') };
  const plan = await planRestore(new SimulatedDevice(BEN, phone.now).db, alone);
  const made = plan.added.flat().filter((one) => one.kind === 'insert' && one.table === 'schedules');
  expect(made).toMatchObject([{ row: { pairId: null, category: 'Uncategorized' } }]);
});

it('one of which nothing is left stays out', async () => {
  const { copy, ben } = await annaHas();
  const over = copy.schedules.map((one) => ({ ...one, count: 5 }));
  expect((await planRestore(ben.db, { ...copy, schedules: over })).others.added.schedules).toBe(0);
});

it('in its own account it comes back as it was, when the user asks, and adds nothing twice', async () => {
  const { copy, phone, remote } = await annaHas(SHOP);
  const [planned] = await readSchedules(phone.db);
  if (planned) await deleteSchedule(phone.db, actorOf(ANNA), planned, NOON);
  await phone.sync(remote);
  const rows = await phone.rows(accountScope(HOME));
  const plan = await restore(phone, copy);
  expect([plan.others.added.schedules, plan.others.deleted.schedules]).toEqual([0, 2]);
  await restore(phone, copy, true);
  await phone.sync(remote);
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect((await readEverything(phone.db, NOON)).schedules).toEqual(copy.schedules);
  expect(await addDueOccurrences(phone.db, actorOf(ANNA), {}, NOON)).toEqual({ added: 0, left: 0 });
  expect(await phone.rows(accountScope(HOME))).toEqual(rows);
});
