import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { lastAction, readActions } from '../../actions/actions.ts';
import { openDatabase } from '../../database/database.ts';
import { ACCOUNT, accountRow, idOf } from '../../database/rows.fixture.ts';
import { readScope } from '../../ledger/many-pages.ts';
import { settle } from '../../local/settle.ts';
import { readUpcoming } from '../../queries/schedules/upcoming.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { undoAction } from '../undo/action-undo.ts';
import { skipOccurrence } from './occurrence-skip.ts';
import { ADDED_UNASKED, addDueOccurrences } from './occurrences-add-due.ts';
import { keepSchedule } from './schedule-update.ts';
import { actor, now, worldOfSchedules } from './schedules.fixture.ts';

const BEN = idOf(9);
const { db, rows, dates, add, addDue, open, occurrence, planned } = worldOfSchedules();

describe('what is due', () => {
  it('is added once with its own dates, also on the last day of a short month', async () => {
    await add();
    expect(await addDue()).toEqual({ added: 2, left: 0 });
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    const [newest] = await rows();
    expect(newest).toMatchObject({ date: '2026-02-28', amount: 90_000, description: 'Rent', category: 'Home' });
    expect(await dates()).toEqual(['2026-01-31', '2026-02-28']);
    expect(await open('2026-04-30')).toEqual(['2026-03-31', '2026-04-30']);
  });

  it('is what another device makes, too: the same rows under the same ids', async () => {
    const id = await add();
    const schedule = await db().schedules.get(id);
    await addDue();
    const mine = (await rows()).map((row) => row.id).sort();
    const other = await openDatabase(BEN);
    try {
      await other.accounts.put(accountRow({ ownerId: BEN }));
      if (schedule) await other.schedules.put(schedule);
      await addDueOccurrences(other, { userId: BEN, email: 'ben@example.org' }, {}, now);
      const theirs = (await readScope(other, `account:${ACCOUNT}`)).flatMap((page) => page.rows.map((row) => row.id));
      expect(theirs.sort()).toEqual(mine);
    } finally {
      await other.delete();
    }
  });

  it('is added once where two tabs do it at the same time', async () => {
    await add();
    const added = await Promise.all([addDue(), addDue()]);
    expect(added.map((one) => one.added).sort()).toEqual([0, 2]);
    expect(await dates()).toEqual(['2026-01-31', '2026-02-28']);
  });

  it('is one line of recent changes, and not the last thing that the user did', async () => {
    await add();
    const last = lastAction(db())?.id;
    await addDue();
    expect(lastAction(db())?.id).toBe(last);
    expect(readActions(db())[0]).toMatchObject({ isAutomatic: true });
  });

  it('does not come again after it was deleted, or after the adding was undone', async () => {
    await add();
    await addDue();
    const [newest] = await rows();
    if (newest) await deleteTransaction(db(), actor, { row: newest }, now);
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    expect(await dates()).toEqual(['2026-01-31']);
    await undoAction(db(), actor, { id: readActions(db()).find(({ isAutomatic }) => isAutomatic)?.id ?? '' }, now);
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    expect(await dates()).toEqual([]);
  });

  it('waits for a word where more is due than anybody would expect', async () => {
    await add({ rhythm: 'day 1', startDate: '2024-01-01' });
    expect(await addDue()).toEqual({ added: 0, left: 800 });
    const asked = await addDueOccurrences(db(), actor, { asked: true }, now);
    expect(asked).toEqual({ added: ADDED_UNASKED, left: 300 });
    expect((await dates())[0]).toBe('2024-01-01');
    expect(await addDue()).toEqual({ added: 300, left: 0 });
    expect(new Set(await dates()).size).toBe(800);
  });

  it('of several schedules comes in the order of days', async () => {
    await add({ rhythm: 'month 1 on 5', startDate: '2026-01-05' });
    await add({ rhythm: 'week 1 4', startDate: '2026-02-26' });
    expect(await open('2026-03-10')).toEqual(['2026-01-05', '2026-02-05', '2026-02-26', '2026-03-05', '2026-03-05']);
  });

  it('makes a category that the account lacks', async () => {
    await add({ category: 'Rent of the flat' });
    await addDue();
    expect((await db().categories.toArray()).map(({ name }) => name)).toContain('Rent of the flat');
  });

  it('of a split schedule has its lines', async () => {
    const lines = ['Home', 'Fun'].map((category, at) => ({ id: idOf(40 + at), category, cents: 45_000, note: '' }));
    await add({ category: 'Split', lines });
    await addDue();
    expect((await rows())[0]?.lines?.map(({ category }) => category)).toEqual(['Home', 'Fun']);
  });

  it('is not added while entries wait that a restored server lost', async () => {
    await add();
    const entry = await db().outbox.toCollection().first();
    if (entry) await db().outbox.put({ ...entry, state: 'lost' });
    expect(await addDue()).toEqual({ added: 0, left: 0 });
  });

  it('is not added before the account’s rows and keys are here', async () => {
    await add();
    const cursor = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT, role: 'owner', grantId: '', version: 9 } as const;
    await db().cursors.put({ ...cursor, before: null, keys: 8 });
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    await db().cursors.put({ ...cursor, before: null, keys: 9 });
    expect(await addDue()).toEqual({ added: 2, left: 0 });
  });
});

describe('nothing is added', () => {
  const holdup = async () => (await planned()).holdup;

  it('of a schedule that only reminds, nor of one that nobody keeps going', async () => {
    const id = await add({ mode: 'remind' });
    expect(await holdup()).toBe('remind');
    await db().schedules.update(id, { mode: 'add', userId: null, userEmail: null });
    expect(await holdup()).toBe('nobody');
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    await keepSchedule(db(), actor, await planned(), now);
    expect(await holdup()).toBeNull();
    expect(await addDue()).toEqual({ added: 2, left: 0 });
  });

  it('in an archived account, or by who may only look', async () => {
    await add();
    await db().accounts.update(ACCOUNT, { archived: true });
    expect(await holdup()).toBe('archived');
    await db().accounts.update(ACCOUNT, { archived: false, ownerId: BEN });
    await db().cursors.put({
      scope: `account:${ACCOUNT}`,
      accountId: ACCOUNT,
      role: 'viewer',
      grantId: '',
      version: 0,
      before: null,
    });
    expect(await holdup()).toBe('viewer');
    expect(await addDue()).toEqual({ added: 0, left: 0 });
  });
});

describe('without a login', () => {
  it('what was added, skipped or deleted stays so after the outbox is empty', async () => {
    await add();
    await addDue();
    await skipOccurrence(db(), actor, await occurrence('2026-03-31'), now);
    await settle(db(), now);
    expect(await db().outbox.count()).toBe(0);
    expect(await open('2026-04-30')).toEqual(['2026-04-30']);
    const [newest] = await rows();
    if (newest) await deleteTransaction(db(), actor, { row: newest }, now);
    await settle(db(), new Date(now.getTime() + 60_000));
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    expect(await open('2026-04-30')).toEqual(['2026-04-30']);
  });
});

it('what comes has the balance after each', async () => {
  await add();
  await add({
    type: 'income',
    amount: 200_000,
    description: 'Pay',
    category: 'Salary',
    rhythm: 'month 1 on 15',
    startDate: '2026-03-15',
  });
  const { overdue, ahead, today } = await readUpcoming(db(), now);
  expect(today).toBe('2026-03-10');
  expect(overdue.map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28']);
  expect(ahead.map(({ date, balance }) => [date, balance])).toEqual([
    ['2026-03-15', 20_000],
    ['2026-03-31', -70_000],
    ['2026-04-15', 130_000],
    ['2026-04-30', 40_000],
  ]);
});

it('nothing comes in an archived account, and what was due there stays', async () => {
  await add();
  await db().accounts.update(ACCOUNT, { archived: true });
  const { overdue, ahead } = await readUpcoming(db(), now);
  expect(overdue.map(({ date }) => date)).toEqual(['2026-01-31', '2026-02-28']);
  expect(ahead).toEqual([]);
});
