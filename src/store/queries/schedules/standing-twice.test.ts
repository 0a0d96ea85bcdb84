import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { leaveRepeat } from '../../commands/schedules/repeat-leave.ts';
import { actor, now, type RENT, worldOfSchedules } from '../../commands/schedules/schedules.fixture.ts';
import { addTransaction } from '../../commands/transactions/transaction-add.ts';
import { deleteTransaction } from '../../commands/transactions/transaction-delete.ts';
import { updateTransaction } from '../../commands/transactions/transaction-update.ts';
import { undoAction } from '../../commands/undo/action-undo.ts';
import { ACCOUNT, idOf, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { readStandingTwice } from './standing-twice.ts';

const { db, rows, add, addDue, open } = worldOfSchedules();

const twice = async () =>
  (await readStandingTwice(db(), now)).map(({ added, entry }) => [added.date, entry.date, entry.description]);

async function enter(over: Partial<Parameters<typeof addTransaction>[2]> = {}): Promise<void> {
  const entry = { accountId: ACCOUNT, type: 'expense', amount: '900', date: '2026-03-02', ...over } as const;
  const named = { description: 'Landlord', category: 'Home', ...over };
  const done = await addTransaction(db(), actor, { ...entry, ...named }, now);
  if (!done.ok) throw new Error('refused');
}

/** Rent was added on 31 January and 28 February. */
async function rentAdded(over: Partial<typeof RENT> = {}): Promise<void> {
  await add(over);
  await addDue();
}

const addedInFebruary = async () => {
  const row = (await rows()).find(({ date }) => date === '2026-02-28');
  if (!row) throw new Error('no row');
  return row;
};

describe('an entry beside what a schedule added', () => {
  it('seems to stand twice, at most five days away', async () => {
    await rentAdded();
    await enter();
    expect(await twice()).toEqual([['2026-02-28', '2026-03-02', 'Landlord']]);
    await enter({ date: '2026-02-05' });
    expect(await twice()).toEqual([
      ['2026-01-31', '2026-02-05', 'Landlord'],
      ['2026-02-28', '2026-03-02', 'Landlord'],
    ]);
  });

  it.each([
    ['too far away', { date: '2026-03-06' }],
    ['of another type', { type: 'income', category: 'Salary' }],
    ['of another amount', { amount: '700', description: 'Rent' }],
    ['of another amount and name', { amount: '905' }],
    ['in another account', { accountId: OTHER_ACCOUNT }],
  ] as const)('does not where it is %s', async (_, over) => {
    await rentAdded();
    await enter(over);
    expect(await twice()).toEqual([]);
  });

  it('does where its amount is near and its name is the same', async () => {
    await rentAdded();
    await enter({ amount: '905', description: 'RENT' });
    expect(await twice()).toEqual([['2026-02-28', '2026-03-02', 'RENT']]);
  });

  it('is at most half a rhythm away', async () => {
    await rentAdded({ rhythm: 'week 1 1', startDate: '2026-03-02' });
    await enter({ date: '2026-03-06' });
    expect(await twice()).toEqual([['2026-03-09', '2026-03-06', 'Landlord']]);
    await rentAdded({ rhythm: 'day 1', startDate: '2026-03-09', description: 'Coffee', amount: 300 });
    await enter({ date: '2026-03-08', amount: '3' });
    expect(await twice()).toEqual([['2026-03-09', '2026-03-06', 'Landlord']]);
  });

  it('is nobody’s question once the added one was changed, or one of them is gone', async () => {
    await rentAdded();
    await enter();
    await updateTransaction(db(), actor, { row: await addedInFebruary(), amount: '910' }, now);
    expect(await twice()).toEqual([]);
  });

  it('is not asked about again when both are right', async () => {
    await rentAdded();
    await enter();
    const [found] = await readStandingTwice(db(), now);
    await leaveRepeat(db(), found?.id ?? '');
    expect(await twice()).toEqual([]);
  });

  it('stays alone when the added one goes, which does not come again, and undo brings it back', async () => {
    await rentAdded();
    await enter();
    const gone = await deleteTransaction(db(), actor, { row: await addedInFebruary() }, now);
    if (!gone.ok) throw new Error('refused');
    expect(await twice()).toEqual([]);
    expect(await open('2026-03-10')).toEqual([]);
    expect((await addDue()).added).toBe(0);
    await undoAction(db(), actor, { id: gone.actionId }, now);
    expect(await twice()).toHaveLength(1);
  });

  it('says which of them the user may delete', async () => {
    await rentAdded();
    await enter();
    await db().accounts.update(ACCOUNT, { ownerId: idOf(9) });
    expect(await readStandingTwice(db(), now)).toEqual([]);
  });
});
