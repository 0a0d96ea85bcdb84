/** Schedules and occurrences that a restored server lost (S29): nothing is added twice, and nothing comes back. */
import { expect, it } from 'vitest';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { retryLost } from '#store/commands/entries/entry-retry';
import { placeOccurrence } from '#store/commands/schedules/occurrence-place';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { entriesToSettle } from '#store/outbox/outbox';
import { readOpenOccurrences } from '#store/queries/schedules/open-occurrences';
import { RENT } from '../../src/store/commands/schedules/schedules.fixture.ts';
import { ANNA, change, enter, HOME, makeAccount, SHOP } from './support/people.ts';
import type { SimulatedDevice } from './support/simulated-device.ts';
import { annaWithTwoDevices, SCOPE } from './support/world-of-two.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const DAILY: ScheduleFields = {
  ...RENT,
  accountId: HOME,
  rhythm: 'day 1',
  startDate: '2026-03-01',
  endDate: '2026-03-05',
};
const at = ({ now }: SimulatedDevice) => new Date(now());

async function occurrenceOn({ db }: SimulatedDevice, date: string) {
  const found = (await readOpenOccurrences(db, date)).find((one) => one.date === date);
  if (!found) throw new Error(`nothing is open on ${date}`);
  return found;
}

const addDue = (device: SimulatedDevice) => addDueOccurrences(device.db, actor, {}, at(device));
const datesOf = async (device: SimulatedDevice) => (await device.rows(SCOPE)).map(({ date }) => date).sort();
const lostOf = async ({ db }: SimulatedDevice) => (await entriesToSettle(db)).filter(({ state }) => state === 'lost');

/** March 1 is skipped, March 2 is an entry by hand, March 3 is deleted after it was added, the others are added. */
async function settleDays(phone: SimulatedDevice, remote: Parameters<SimulatedDevice['sync']>[0]) {
  await skipOccurrence(phone.db, actor, await occurrenceOn(phone, '2026-03-01'), at(phone));
  const [entry] = await phone.rows(SCOPE);
  if (!entry) throw new Error('no entry');
  await placeOccurrence(phone.db, actor, await occurrenceOn(phone, '2026-03-02'), entry, at(phone));
  await addDue(phone);
  const gone = (await phone.rows(SCOPE)).find(({ date }) => date === '2026-03-03');
  if (!gone) throw new Error('nothing was added');
  await phone.sync(remote);
  await deleteTransaction(phone.db, actor, { row: gone }, at(phone));
  await phone.sync(remote);
}

it.each([
  ['and its occurrences came after the backup', false],
  ['is in the backup, and its occurrences are not', true],
])('[S29a, S29l] a schedule %s: all of it comes again, and nothing is added twice', async (_what, isInBackup) => {
  const { phone, laptop, remote, server, wait } = await annaWithTwoDevices();
  await phone.commit([enter(1, { date: '2026-03-02' })]);
  await phone.sync(remote);
  let restore = server.backUp();
  await addSchedule(phone.db, actor, DAILY, {}, at(phone));
  await phone.sync(remote);
  if (isInBackup) restore = server.backUp();
  await settleDays(phone, remote);
  await laptop.sync(remote);
  const before = await datesOf(phone);
  expect(before).toEqual(['2026-03-02', '2026-03-04', '2026-03-05']);
  restore();
  wait(60_000);
  await phone.sync(remote);
  await laptop.sync(remote);
  for (const device of [phone, laptop]) expect(await addDue(device)).toEqual({ added: 0, left: 0 });
  await retryLost(phone.db, at(phone));
  expect(await lostOf(phone)).toEqual([]);
  await phone.sync(remote);
  await laptop.sync(remote);
  for (const device of [phone, laptop]) {
    await device.sync(remote);
    expect(await device.db.outbox.toArray()).toEqual([]);
    expect(await addDue(device)).toEqual({ added: 0, left: 0 });
    expect(await datesOf(device)).toEqual(before);
    expect(await device.db.schedules.toArray()).toMatchObject([{ userId: ANNA.userId, userEmail: ANNA.userEmail }]);
  }
});

it('[S29k] both sides of a transfer that a schedule made come back as one transfer', async () => {
  const { phone, remote, server, wait } = await annaWithTwoDevices();
  await phone.commit([makeAccount(SHOP, ANNA)]);
  await phone.sync(remote);
  const restore = server.backUp();
  await addSchedule(phone.db, actor, DAILY, { toAccountId: SHOP }, at(phone));
  await addDue(phone);
  await phone.sync(remote);
  const all = async () => [...(await phone.rows(SCOPE)), ...(await phone.rows(`account:${SHOP}`))];
  const linked = async () => (await all()).map(({ id, nature, transferId }) => [id, nature, transferId]).sort();
  const before = await linked();
  expect(before).toHaveLength(10);
  restore();
  wait(60_000);
  await phone.sync(remote);
  await retryLost(phone.db, at(phone));
  await phone.sync(remote);
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect(await linked()).toEqual(before);
  expect(await addDue(phone)).toEqual({ added: 0, left: 0 });
});

it('[S29d] without its schedule, a lost occurrence comes back as any other row', async () => {
  const { phone, remote, server, wait } = await annaWithTwoDevices();
  const restore = server.backUp();
  await addSchedule(phone.db, actor, DAILY, {}, at(phone));
  await addDue(phone);
  await phone.sync(remote);
  restore();
  wait(60_000);
  await phone.sync(remote);
  const [schedule] = (await lostOf(phone)).filter(({ rows: [row] }) => row?.[0] === 'schedules');
  await phone.db.outbox.delete(schedule?.seq ?? 0);
  await retryLost(phone.db, at(phone));
  await phone.sync(remote);
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect(await datesOf(phone)).toHaveLength(5);
});

it('[S29a] a schedule that stands in an older form is edited, and keeps its maker', async () => {
  const { phone, remote, server, wait } = await annaWithTwoDevices();
  await addSchedule(phone.db, actor, { ...DAILY, mode: 'remind' }, {}, at(phone));
  await phone.sync(remote);
  const restore = server.backUp();
  const [schedule] = await phone.db.schedules.toArray();
  if (!schedule) throw new Error('no schedule');
  const seen = { accountId: HOME, number: schedule.version };
  const description = { before: { description: 'Rent' }, after: { description: 'Flat' } };
  await phone.commit([{ kind: 'patch', table: 'schedules', id: schedule.id, seen, ...description }]);
  await phone.sync(remote);
  restore();
  wait(60_000);
  await phone.sync(remote);
  await retryLost(phone.db, at(phone));
  await phone.sync(remote);
  expect(await phone.db.outbox.toArray()).toEqual([]);
  expect(await phone.db.schedules.toArray()).toMatchObject([{ description: 'Flat', userId: ANNA.userId }]);
});

it('[S29f] what was changed of an occurrence comes back as it was', async () => {
  const { phone, remote, server, wait } = await annaWithTwoDevices();
  await addSchedule(phone.db, actor, { ...DAILY, endDate: '2026-03-01' }, {}, at(phone));
  await phone.sync(remote);
  const restore = server.backUp();
  await addDue(phone);
  await phone.sync(remote);
  const [row] = await phone.rows(SCOPE);
  await phone.commit(row ? [change(row, { amount: 123 })] : [], row && [row]);
  await phone.sync(remote);
  restore();
  wait(60_000);
  await phone.sync(remote);
  await retryLost(phone.db, at(phone));
  await phone.sync(remote);
  expect(await phone.rows(SCOPE)).toMatchObject([{ id: row?.id, amount: 123 }]);
  expect(await phone.db.outbox.toArray()).toEqual([]);
});
