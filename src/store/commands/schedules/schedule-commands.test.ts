import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { lastAction, readUndone } from '../../actions/actions.ts';
import { ACCOUNT, ANNA, idOf, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { readSchedules } from '../../queries/schedules/open-occurrences.ts';
import { renameCategory } from '../categories/category-rename.ts';
import { carryOutImport, type NewRow } from '../imports/import-carry-out.ts';
import { addTransaction } from '../transactions/transaction-add.ts';
import { deleteTransaction } from '../transactions/transaction-delete.ts';
import { addTransfer } from '../transfers/transfer-add.ts';
import { redoAction } from '../undo/action-redo.ts';
import { undoAction } from '../undo/action-undo.ts';
import { addOccurrence } from './occurrence-add.ts';
import { placeOccurrence } from './occurrence-place.ts';
import { skipOccurrence } from './occurrence-skip.ts';
import { deleteSchedule } from './schedule-delete.ts';
import { unpairSchedule, updateSchedule } from './schedule-update.ts';
import { actor, now, RENT, worldOfSchedules } from './schedules.fixture.ts';

const { db, rows, dates, add, addDue, open, occurrence, planned } = worldOfSchedules();

describe('one occurrence', () => {
  it('is skipped, and undo and redo of that hold', async () => {
    await add();
    await skipOccurrence(db(), actor, await occurrence('2026-02-28'), now);
    expect(await open('2026-03-31')).toEqual(['2026-01-31', '2026-03-31']);
    const action = lastAction(db())?.id ?? '';
    await undoAction(db(), actor, { id: action }, now);
    expect(await open('2026-03-31')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    await redoAction(db(), actor, { id: action }, now);
    expect(await open('2026-03-31')).toEqual(['2026-01-31', '2026-03-31']);
    expect(await addDue()).toEqual({ added: 1, left: 0 });
  });

  it('is added before its day and with another amount, and is open again when that is undone', async () => {
    await add();
    await addOccurrence(db(), actor, await occurrence('2026-03-31'), { date: '2026-03-09', amount: 95_000 }, now);
    expect(await rows()).toMatchObject([{ date: '2026-03-09', amount: 95_000 }]);
    expect(await open('2026-03-31')).toEqual(['2026-01-31', '2026-02-28']);
    await undoAction(db(), actor, { id: lastAction(db())?.id ?? '' }, now);
    expect(await rows()).toEqual([]);
    expect(await open('2026-03-31')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
  });

  it('is one that an entry stands for, until that is deleted, and then it stays out', async () => {
    await add();
    const input = {
      accountId: ACCOUNT,
      type: 'expense',
      amount: '901',
      date: '2026-02-20',
      description: 'Rent',
      category: 'Home',
    };
    await addTransaction(db(), actor, { ...input, type: 'expense' }, now);
    const [entry] = await rows();
    if (!entry) throw new Error('no entry');
    await placeOccurrence(db(), actor, await occurrence('2026-02-28'), entry, now);
    expect(await addDue()).toEqual({ added: 1, left: 0 });
    expect(await dates()).toEqual(['2026-01-31', '2026-02-20']);
    await deleteTransaction(db(), actor, { row: entry }, now);
    expect(await addDue()).toEqual({ added: 0, left: 0 });
  });
});

describe('an entry that somebody types or imports', () => {
  const type = (over: object = {}) => {
    const rent = {
      accountId: ACCOUNT,
      type: 'expense',
      amount: '905',
      date: '2026-03-28',
      description: 'Landlord',
    } as const;
    return addTransaction(db(), actor, { ...rent, category: 'Home', ...over }, now);
  };

  it('takes the place of what is due in its days, with an amount as the schedule says', async () => {
    await add({ startDate: '2026-03-31' });
    await type({ amount: '300' });
    await type({ date: '2026-03-20' });
    await type({ type: 'income' });
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
    await type();
    expect(await open('2026-04-30')).toEqual(['2026-04-30']);
    await type();
    expect(await open('2026-04-30')).toEqual(['2026-04-30']);
    expect(await addDue(new Date(2026, 3, 2, 12))).toEqual({ added: 0, left: 0 });
  });

  it('gives the place back when it is undone', async () => {
    await add({ startDate: '2026-03-31' });
    await type();
    await undoAction(db(), actor, { id: lastAction(db())?.id ?? '' }, now);
    expect(await rows()).toEqual([]);
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
    await redoAction(db(), actor, { id: readUndone(db())[0]?.action.id ?? '' }, now);
    expect((await rows()).length).toBe(1);
  });

  it('takes the place from a file, each row one', async () => {
    await add({ startDate: '2026-01-31' });
    const line = (key: string, date: string): NewRow => ({
      kind: 'new',
      key: key.repeat(40),
      bankId: null,
      importedText: 'LANDLORD',
      fields: { type: 'expense', amount: 90_000, date, description: 'LANDLORD', category: 'Home' },
    });
    const lines = [line('a', '2026-02-02'), line('b', '2026-02-27'), line('c', '2026-02-28')];
    const plan = { accountId: ACCOUNT, fileName: 'bank.csv', format: 'csv', rows: lines } as const;
    expect(await carryOutImport(db(), actor, plan, {}, now)).toMatchObject({ ok: true, done: 3 });
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
    expect(await addDue()).toEqual({ added: 0, left: 0 });
  });
});

describe('an entry that is made to repeat', () => {
  it('is the occurrence of its day', async () => {
    await addTransaction(
      db(),
      actor,
      { accountId: ACCOUNT, type: 'expense', amount: '900', date: '2026-02-28', description: 'Rent', category: 'Home' },
      now,
    );
    const entries = await rows();
    await add({ startDate: '2026-02-28' }, { entries });
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
  });
});

describe('an entry that is made to repeat on another day', () => {
  it('is the occurrence that is nearest to it, and not one more beside that', async () => {
    const paid = { accountId: ACCOUNT, amount: '900', date: '2026-02-24', description: 'Rent', category: 'Home' };
    await addTransaction(db(), actor, { ...paid, type: 'expense' }, now);
    await add({ rhythm: 'month 1 workday last', startDate: '2026-02-24' }, { entries: await rows() });
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
  });
});

describe('a schedule of a transfer', () => {
  it('adds both sides under one transfer, and again the same ones on another device', async () => {
    await add({ description: 'Savings' }, { toAccountId: OTHER_ACCOUNT });
    expect((await readSchedules(db())).length).toBe(1);
    expect(await addDue()).toEqual({ added: 2, left: 0 });
    const [from] = await rows();
    const [to] = await rows(OTHER_ACCOUNT);
    expect(from).toMatchObject({ type: 'expense', nature: 'transfer', category: 'Transfer', date: '2026-02-28' });
    expect(to).toMatchObject({ type: 'income', nature: 'transfer', transferId: from?.transferId, amount: 90_000 });
  });

  it('is made of both sides of a transfer', async () => {
    const entered = {
      fromAccountId: ACCOUNT,
      toAccountId: OTHER_ACCOUNT,
      amount: '900',
      date: '2026-02-28',
      description: 'Savings',
    };
    await addTransfer(db(), actor, entered, now);
    const entries = [...(await rows()), ...(await rows(OTHER_ACCOUNT))];
    await add({ startDate: '2026-02-28' }, { toAccountId: OTHER_ACCOUNT, entries });
    expect(await addDue()).toEqual({ added: 0, left: 0 });
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
  });

  it('is made of one whose money arrived days later, as one occurrence', async () => {
    const entered = { fromAccountId: ACCOUNT, toAccountId: OTHER_ACCOUNT, amount: '900', description: 'Savings' };
    await addTransfer(db(), actor, { ...entered, date: '2026-02-28' }, now);
    const arrived = (await rows(OTHER_ACCOUNT)).map((row) => ({ ...row, date: '2026-03-03' }));
    const rhythm = { rhythm: 'day 4', startDate: '2026-02-28' };
    await add(rhythm, { toAccountId: OTHER_ACCOUNT, entries: [...(await rows()), ...arrived] });
    expect(await open('2026-03-09')).toEqual(['2026-03-04', '2026-03-08']);
    await addDue();
    expect((await rows()).map(({ date }) => date)).toEqual((await rows(OTHER_ACCOUNT)).map(({ date }) => date));
  });

  it('stops when its other side is gone, and goes on as a plain expense if the user says so', async () => {
    await add({}, { toAccountId: OTHER_ACCOUNT });
    const { schedule, other } = await planned();
    if (other) await db().schedules.delete(other.id);
    expect((await planned()).holdup).toBe('other_side');
    await unpairSchedule(db(), actor, { schedule, category: 'Home' }, now);
    expect(await addDue()).toEqual({ added: 2, left: 0 });
    expect((await rows())[0]).toMatchObject({ nature: 'regular', category: 'Home' });
  });

  it('is changed on both sides, and stops where one was changed alone', async () => {
    await add({}, { toAccountId: OTHER_ACCOUNT });
    await updateSchedule(db(), actor, await planned(), { amount: 100 }, now);
    expect((await db().schedules.toArray()).map(({ amount }) => amount)).toEqual([100, 100]);
    const { schedule } = await planned();
    await updateSchedule(db(), actor, { schedule, other: null }, { amount: 200 }, now);
    expect((await planned()).holdup).toBe('sides_differ');
  });
});

describe('a schedule that is changed', () => {
  it('says so of what is not added yet, and what was added stays', async () => {
    await add();
    await addDue();
    await updateSchedule(db(), actor, await planned(), { amount: 95_000 }, now);
    await addDue(new Date(2026, 2, 31, 12));
    expect((await rows()).map(({ date, amount }) => [date, amount])).toEqual([
      ['2026-03-31', 95_000],
      ['2026-02-28', 90_000],
      ['2026-01-31', 90_000],
    ]);
  });

  it('goes on after the last occurrence that was added or skipped, with its new rhythm', async () => {
    await add();
    await addDue();
    await skipOccurrence(db(), actor, await occurrence('2026-03-31'), now);
    await updateSchedule(db(), actor, await planned(), { rhythm: 'month 1 on 15' }, now);
    expect(await open('2026-06-01')).toEqual(['2026-04-15', '2026-05-15']);
  });

  it('that has gone on for years does not begin anew with another rhythm', async () => {
    await add({ startDate: '2022-01-31' });
    await addDue();
    await updateSchedule(db(), actor, await planned(), { rhythm: 'month 1 on 15' }, now);
    expect(await open('2026-04-01')).toEqual(['2026-03-15']);
  });

  it('is not changed where nothing differs', async () => {
    await add();
    const before = await db().outbox.count();
    expect(await updateSchedule(db(), actor, await planned(), { amount: RENT.amount }, now)).toMatchObject({
      mutationId: null,
    });
    expect(await db().outbox.count()).toBe(before);
  });

  it('follows its category’s new name', async () => {
    await add();
    await renameCategory(db(), actor, { id: idOf(21), name: 'Housing' }, now);
    await addDue();
    expect((await rows()).map(({ category }) => category)).toEqual(['Housing', 'Housing']);
  });

  it('is ended, keeps what it added, and comes back with undo as it was', async () => {
    await add();
    await addDue();
    await deleteSchedule(db(), actor, await planned(), now);
    expect(await readSchedules(db())).toEqual([]);
    expect(await dates()).toEqual(['2026-01-31', '2026-02-28']);
    await undoAction(db(), actor, { id: lastAction(db())?.id ?? '' }, now);
    expect((await planned()).schedule).toMatchObject({ description: 'Rent', userId: ANNA.userId });
    expect(await open('2026-03-31')).toEqual(['2026-03-31']);
  });
});
