/** Unsent entries about schedules, and about their occurrences. */

import type { ScheduleFields } from '#domain/schedules/check-schedule';
import type { ScheduleSides } from '#domain/schedules/sides';
import { addOccurrence } from '#store/commands/schedules/occurrence-add';
import { placeOccurrence } from '#store/commands/schedules/occurrence-place';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { leaveRepeat } from '#store/commands/schedules/repeat-leave';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteSchedule } from '#store/commands/schedules/schedule-delete';
import { updateSchedule } from '#store/commands/schedules/schedule-update';
import { undoAction } from '#store/commands/undo/action-undo';
import { type OpenOccurrence, readOpenOccurrences, readSchedules } from '#store/queries/schedules/open-occurrences';
import { Device } from './device.ts';
import type { Household } from './household.ts';
import type { Keep } from './keep.ts';
import { ANNA } from './people.ts';
import type { Server } from './server.ts';

export async function unsentSchedules(server: Server, places: Household, keep: Keep): Promise<void> {
  const { account } = places;
  const planner = new Device(server, ANNA);
  await planner.sync();
  await add(planner, weekly(account));
  await planner.sync();
  const planned = await scheduleNamed(planner, 'Shop');
  await planner.do(
    (db, actor, to: string, now) => updateSchedule(db, actor, planned, { description: to }, now),
    'Market',
  );
  await add(planner, { ...weekly(account), description: 'Rent' });
  await skip(planner, await open(planner));
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
  await occurrences(server, places, keep);
}

/** What people decide of single occurrences, and schedules of every other kind. */
async function occurrences(server: Server, { account, shop }: Household, keep: Keep): Promise<void> {
  const maker = new Device(server, ANNA);
  await maker.sync();
  const reminding = { ...weekly(account), mode: 'remind' } as const;
  await add(maker, { ...reminding, description: 'Asked' });
  await add(maker, { ...reminding, description: 'Ended' });
  await add(maker, { ...reminding, description: 'Saved', category: 'Transfer' }, shop);
  await maker.add('Stands for one', { accountId: account, amount: '42.00', date: '2026-11-16' });
  await maker.add('Placed by hand', { accountId: account, amount: '9.00', date: '2026-11-20' });
  const { actionId } = await skip(maker, await open(maker, 'Asked'));
  await maker.sync();

  await maker.do(
    (db, actor, sides: ScheduleSides, now) => deleteSchedule(db, actor, sides, now),
    await scheduleNamed(maker, 'Ended'),
  );
  const back = { type: 'income', refund: true, startDate: '2026-11-30', endDate: null, count: 3 } as const;
  await add(maker, { ...reminding, ...back, description: 'Money back, planned' });
  const lines = [
    { id: crypto.randomUUID(), category: 'Food', cents: 4000, note: 'Bread' },
    { id: crypto.randomUUID(), category: 'Ship', cents: 200, note: '' },
  ];
  await add(maker, {
    ...reminding,
    category: 'Split',
    lines,
    description: 'Divided, planned',
    rhythm: 'month 1 on 31',
  });
  await maker.do(undoAction, { id: actionId });
  await maker.do(
    (db, actor, one: OpenOccurrence, now) => addOccurrence(db, actor, one, { amount: 4300 }, now),
    await open(maker, 'Asked'),
  );
  const placed = await maker.row('Placed by hand');
  await maker.do(
    (db, actor, one: OpenOccurrence, now) => placeOccurrence(db, actor, one, placed, now),
    await open(maker, 'Asked', '2026-11-23'),
  );
  await maker.do(
    (db, actor, one: OpenOccurrence, now) => addOccurrence(db, actor, one, {}, now),
    await open(maker, 'Saved'),
  );
  await skip(maker, await open(maker, 'Saved'));
  await leaveRepeat(maker.db, 'left');
  await keep(
    'occurrences',
    maker,
    'Occurrences that were added, placed, skipped and not skipped, of transfers too; schedules with lines and refunds.',
  );
}

function add(device: Device, schedule: ScheduleFields, toAccountId?: string) {
  return device.do(
    (db, actor, one: ScheduleFields, now) => addSchedule(db, actor, one, { toAccountId }, now),
    schedule,
  );
}

function skip(device: Device, occurrence: OpenOccurrence) {
  return device.do((db, actor, one: OpenOccurrence, now) => skipOccurrence(db, actor, one, now), occurrence);
}

async function scheduleNamed({ db }: Device, description: string) {
  const planned = (await readSchedules(db)).find(({ schedule }) => schedule.description === description);
  if (!planned) throw new Error(`no schedule ${description}`);
  return planned;
}

/** The oldest one that is open, of this schedule and on this day where they are named. */
async function open({ db }: Device, description?: string, date?: string): Promise<OpenOccurrence> {
  const found = (await readOpenOccurrences(db, '2026-11-30')).find((one) => {
    return one.schedule.description === (description ?? one.schedule.description) && one.date === (date ?? one.date);
  });
  if (!found) throw new Error(`nothing is open of ${description}`);
  return found;
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
