/** Schedules of somebody without a login come along, with what became of their occurrences (S63). */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { createAccount } from '#store/commands/accounts/account-create';
import { placeOccurrence } from '#store/commands/schedules/occurrence-place';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteSchedule } from '#store/commands/schedules/schedule-delete';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { type BrowserStorage, Database } from '#store/database/database';
import { readScope } from '#store/ledger/many-pages';
import { carryOverOne } from '#store/local/carry-over';
import { settle } from '#store/local/settle';
import { startOnDevice } from '#store/local/start';
import { decideToBring, offeredMerges } from '#store/local/target';
import { readOpenOccurrences, readSchedules } from '#store/queries/schedules/open-occurrences';
import { readCarryOvers } from '#store/session/carry-overs';
import { Device } from '#store/session/device';
import { readLocalUser } from '#store/session/local-user';
import { RENT } from '../../src/store/commands/schedules/schedules.fixture.ts';
import fc from '../support/random.ts';
import { FakeServer } from './support/fake-server.ts';
import { ANNA, START } from './support/people.ts';
import { SimulatedDevice } from './support/simulated-device.ts';

const anna = { userId: ANNA.userId, email: ANNA.userEmail };
const DAILY = { ...RENT, category: 'Food', rhythm: 'day 1', startDate: '2026-03-01', endDate: '2026-03-06' };

/** What somebody does with the occurrence of a day. */
type Deed = 'add' | 'skip' | 'place' | 'delete';

interface Life {
  /** For each day from March 1. What is not named is added when it is due. */
  deeds: (Deed | null)[];
  isTransfer: boolean;
  mode: ScheduleFields['mode'];
  /** Whether the account goes into the one that the user has already. */
  merge: boolean;
  isDeleted: boolean;
  sliceRows: number;
}

async function rowsOf(db: Database): Promise<TransactionRow[]> {
  const accounts = await db.accounts.toArray();
  const pages = await Promise.all(accounts.map(({ id }) => readScope(db, accountScope(id))));
  return pages.flatMap((scope) => scope.flatMap(({ rows }) => rows));
}

/** A side of a transfer that was deleted alone leaves a regular row (S65e). So natures are not compared. */
const shape = (rows: readonly TransactionRow[]) =>
  rows.map(({ date, amount, type, description }) => `${date} ${amount} ${type} ${description}`).sort();

/**
 * Lives without a login, logs in, and carries over. After each mutation of the carrying device, another one syncs and
 * adds what it finds due.
 */
async function live(life: Life) {
  let time = START;
  const now = () => {
    time += 1000;
    return time;
  };
  const at = () => new Date(now());
  const server = new FakeServer(now);
  server.addUser(ANNA.userId, ANNA.userEmail);
  const remote = server.as(ANNA.userId);
  const storage: BrowserStorage = { indexedDB: new IDBFactory(), IDBKeyRange };
  const device = new Device(storage);
  await startOnDevice(device, at(), storage);
  const user = await readLocalUser(device);
  if (!user) throw new Error('nobody has started');
  const actor = { userId: user.id, email: '' };
  const local = new Database(user.id, storage);
  const [home] = await local.accounts.toArray();
  const other = await createAccount(local, actor, { name: 'Savings' }, at());
  if (!home || !other.ok) throw new Error('no accounts');
  const fields = { ...DAILY, accountId: home.id, mode: life.mode };
  await addSchedule(local, actor, fields, life.isTransfer ? { toAccountId: other.id } : {}, at());
  for (const [n, deed] of life.deeds.entries()) await act(local, actor, `2026-03-0${n + 1}`, deed, at());
  await settle(local, at());
  if (life.mode === 'add') await addDueOccurrences(local, actor, {}, at());
  await settle(local, at());
  if (life.isDeleted) {
    const [planned] = await readSchedules(local);
    if (planned) await deleteSchedule(local, actor, planned, at());
    await settle(local, at());
  }
  const before = shape(await rowsOf(local));
  const open = (await readOpenOccurrences(local, '2026-03-10')).map(({ date }) => date);
  const phone = new SimulatedDevice(ANNA, now, storage);
  await phone.sync(remote);
  if (life.merge) {
    const made = await createAccount(phone.db, anna, { name: home.name }, at());
    if (!made.ok) throw new Error('no account');
    await phone.sync(remote);
  }
  const merges = life.merge ? await offeredMerges(phone.db, await local.accounts.toArray()) : [];
  local.close();
  await decideToBring(device, phone.db, anna, merges, at(), storage);
  const laptop = new SimulatedDevice(ANNA, now);
  for (const carryOver of await readCarryOvers(device)) {
    await carryOverOne(device, phone.db, anna, carryOver, { browser: storage, sliceRows: life.sliceRows });
  }
  const push: typeof remote.push = async (userId, mutations) => {
    const verdicts: Awaited<ReturnType<typeof remote.push>>[] = [];
    // As a slow line would, one mutation at a time.
    for (const mutation of mutations) {
      verdicts.push(await remote.push(userId, [mutation]));
      await laptop.sync(remote);
      await addDueOccurrences(laptop.db, anna, {}, at());
    }
    const [first] = verdicts;
    if (!first) throw new Error('nothing was pushed');
    return { ...first, verdicts: verdicts.flatMap((one) => one.verdicts) };
  };
  expect(await addDueOccurrences(phone.db, anna, {}, at())).toMatchObject({ added: 0 });
  await phone.sync({ ...remote, push });
  await laptop.sync(remote);
  return { phone, laptop, remote, before, open, at };
}

async function act(db: Database, actor: typeof anna, date: string, deed: Deed | null, now: Date): Promise<void> {
  const occurrence = (await readOpenOccurrences(db, date)).find((one) => one.date === date);
  if (!occurrence || deed === null) return;
  if (deed === 'skip') await skipOccurrence(db, actor, occurrence, now);
  else if (deed === 'place') {
    const { accountId, type } = occurrence.schedule;
    const entered = { accountId, type, amount: '12', date, description: 'By hand', category: 'Food' };
    await addTransaction(db, actor, entered, now);
    const row = (await rowsOf(db)).find((one) => one.description === 'By hand' && one.date === date);
    if (row) await placeOccurrence(db, actor, occurrence, row, now);
  } else {
    await addDueOccurrences(db, actor, {}, new Date(`${date}T20:00:00`));
    const row = (await rowsOf(db)).find((one) => one.date === date && one.description === RENT.description);
    if (row && deed === 'delete') await deleteTransaction(db, actor, { row }, now);
  }
}

const deed = fc.constantFrom<Deed | null>('add', 'skip', 'place', 'delete', null);
const lives: fc.Arbitrary<Life> = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
  isTransfer: fc.boolean(),
  mode: fc.constantFrom<ScheduleFields['mode']>('add', 'add', 'remind'),
  merge: fc.boolean(),
  isDeleted: fc.constantFrom(false, false, false, true),
  sliceRows: fc.integer({ min: 1, max: 12 }),
});

function expectedOf({ mode, isDeleted, isTransfer }: Life): Pick<ScheduleRow, 'mode' | 'userId'>[] {
  const sides = isTransfer ? [1, 2] : [1];
  return isDeleted ? [] : sides.map(() => ({ mode, userId: ANNA.userId }));
}

describe('schedules of somebody without a login', () => {
  it('[S63d, S69a] come along, and no device adds again what was added, skipped, deleted or linked', async () => {
    const property = async (life: Life) => {
      const { phone, laptop, remote, before, open, at } = await live(life);
      expect(await phone.db.outbox.toArray()).toEqual([]);
      for (const device of [phone, laptop]) {
        await device.sync(remote);
        expect(await addDueOccurrences(device.db, anna, {}, at())).toEqual({ added: 0, left: 0 });
        expect(shape(await rowsOf(device.db))).toEqual(before);
        expect((await readOpenOccurrences(device.db, '2026-03-10')).map(({ date }) => date)).toEqual(open);
        const schedules = await device.db.schedules.toArray();
        expect(schedules.map(({ mode, userId }) => ({ mode, userId }))).toEqual(expectedOf(life));
      }
    };
    await fc.assert(fc.asyncProperty(lives, property), { numRuns: 12 });
  }, 240_000);
});
