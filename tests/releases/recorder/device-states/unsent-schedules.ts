/** Unsent entries about schedules, their occurrences, and merged categories. */

import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { createCategory } from '#store/commands/categories/category-create';
import { mergeCategories } from '#store/commands/categories/category-merge';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { updateSchedule } from '#store/commands/schedules/schedule-update';
import { undoAction } from '#store/commands/undo/action-undo';
import { readOpenOccurrences, readSchedules } from '#store/queries/schedules/open-occurrences';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

export async function unsentSchedules(server: Server, { account }: Household, keep: Keep): Promise<void> {
  const planner = new Device(server, ANNA);
  await planner.sync();
  await planner.do((db, actor, one: ScheduleFields, now) => addSchedule(db, actor, one, {}, now), weekly(account));
  await planner.sync();
  await planner.do(async (db, actor, _, now) => {
    const [planned] = await readSchedules(db);
    if (!planned) throw new Error('no schedule');
    return updateSchedule(db, actor, planned, { description: 'Weekly shop' }, now);
  }, null);
  const other = { ...weekly(account), description: 'Rent' };
  await planner.do((db, actor, one: ScheduleFields, now) => addSchedule(db, actor, one, {}, now), other);
  await planner.do(async (db, actor, _, now) => {
    const [open] = await readOpenOccurrences(db, '2026-11-30');
    if (!open) throw new Error('nothing is open');
    return skipOccurrence(db, actor, open, now);
  }, null);
  await planner.do(async (db, actor, _, now) => {
    await addDueOccurrences(db, actor, {}, now);
    return { ok: true };
  }, null);
  await planner.add('Behind schedules', { accountId: account });
  await keep(
    'schedules',
    planner,
    'A schedule that was edited, another one with a skip and what is due, and an entry.',
  );

  const tidy = new Device(server, ANNA);
  await tidy.sync();
  const category = { accountId: account, type: 'expense' as const };
  const [snacks = '', meals = '', treats = ''] = await Array.fromAsync(['Snacks', 'Meals', 'Treats'], async (name) => {
    return (await tidy.do(createCategory, { ...category, name })).id;
  });
  await tidy.sync();
  const merge = await tidy.do(mergeCategories, { id: snacks, into: meals });
  await tidy.sync();
  await tidy.do(undoAction, { id: merge.actionId });
  await tidy.add('Between merges', { accountId: account, category: 'Meals' });
  await tidy.do(mergeCategories, { id: treats, into: meals });
  await keep('merges', tidy, 'The undo of a merge of categories, and another merge.');
}

function weekly(accountId: string): ScheduleFields {
  return {
    accountId,
    type: 'expense',
    amount: 4200,
    refund: false,
    category: 'Food',
    lines: null,
    description: 'Shop',
    notes: '',
    rhythm: 'week 1 1',
    weekend: 'as_is',
    startDate: '2026-11-02',
    endDate: '2026-11-23',
    count: null,
    mode: 'add',
    amountMatch: 'near',
  };
}
