/** Deeds with schedules, by the commands that screens call, and what devices add by themselves. */
import { shiftDays } from '#domain/dates/dates';
import { addOccurrence } from '#store/commands/schedules/occurrence-add';
import { placeOccurrence } from '#store/commands/schedules/occurrence-place';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { deleteSchedule } from '#store/commands/schedules/schedule-delete';
import { keepSchedule, updateSchedule } from '#store/commands/schedules/schedule-update';
import { type PlannedSchedule, readOpenOccurrences, readSchedules } from '#store/queries/schedules/open-occurrences';
import { strike } from '../faults/strikes.ts';
import type { SimulatedDevice } from '../simulated-device.ts';
import { type Choice, type Deed, namedBy, pick, SCHEDULE_DEEDS } from './choice.ts';
import { transactionsOn } from './rows-on-device.ts';
import type { Stage } from './stage.ts';

const RHYTHMS = ['month 1 on 31', 'week 1 1,5', 'day 9', 'month 1 workday last'] as const;

export function isOfSchedules(deed: Deed): boolean {
  return SCHEDULE_DEEDS.some((one) => one === deed);
}

export async function doScheduleDeed(world: Stage, device: SimulatedDevice, choice: Choice): Promise<void> {
  switch (choice.deed) {
    case 'schedule.add':
      return add(world, device, choice);
    case 'schedule.change':
      return change(world, device, choice);
    case 'due.add':
      return addDue(world, device);
    default:
      return onOccurrence(world, device, choice);
  }
}

function today(device: SimulatedDevice): string {
  return new Date(device.now()).toISOString().slice(0, 10);
}

async function add(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const accounts = await device.db.accounts.orderBy('id').primaryKeys();
  const accountId = pick(accounts, a);
  if (accountId === undefined) return;
  const toAccountId = b % 4 === 3 ? accounts.find((id) => id !== accountId) : undefined;
  const fresh = world.newNumber();
  const fields = {
    accountId,
    type: b % 3 === 1 ? 'income' : 'expense',
    amount: fresh * 100,
    refund: false,
    category: namedBy(b),
    lines: null,
    description: `s${fresh}`,
    notes: '',
    rhythm: pick(RHYTHMS, b) ?? RHYTHMS[0],
    weekend: b % 2 === 0 ? 'as_is' : 'before',
    startDate: shiftDays(today(device), (a % 6) * 4 - 20),
    endDate: null,
    count: b % 5 === 0 ? 3 : null,
    mode: 'add',
    amountMatch: 'near',
  } as const;
  const { ok } = await world.command(device, (db, actor, now) =>
    addSchedule(db, actor, fields, toAccountId === undefined ? {} : { toAccountId }, now),
  );
  if (ok) strike('a schedule');
}

async function change(world: Stage, device: SimulatedDevice, { a, b }: Choice): Promise<void> {
  const planned = pick(await readSchedules(device.db), a);
  if (!planned) return;
  const fresh = world.newNumber();
  const changes: ((one: PlannedSchedule) => Parameters<typeof updateSchedule>[3])[] = [
    () => ({ amount: fresh * 100 }),
    () => ({ notes: `n${fresh}` }),
    () => ({ rhythm: pick(RHYTHMS, fresh) ?? RHYTHMS[0] }),
    () => ({ mode: planned.schedule.mode === 'add' ? 'remind' : 'add' }),
  ];
  const fields = pick(changes, b)?.(planned) ?? {};
  await world.command(device, (db, actor, now) => {
    if (planned.schedule.userId === null) return keepSchedule(db, actor, planned, now);
    return b % 6 === 5 ? deleteSchedule(db, actor, planned, now) : updateSchedule(db, actor, planned, fields, now);
  });
}

async function addDue(world: Stage, device: SimulatedDevice): Promise<void> {
  const { added } = await world.command(device, async (db, actor, now) => ({
    ok: true,
    ...(await addDueOccurrences(db, actor, {}, now)),
  }));
  if (added > 0) strike('an occurrence that a device added by itself');
}

async function onOccurrence(world: Stage, device: SimulatedDevice, { deed, a, b }: Choice): Promise<void> {
  const one = pick(await readOpenOccurrences(device.db, shiftDays(today(device), 20)), a);
  if (!one) return;
  if (deed === 'occurrence.place') {
    const own = (await transactionsOn(device)).filter(
      ({ accountId, nature }) => accountId === one.schedule.accountId && nature === 'regular',
    );
    const entry = pick(own, b);
    if (!entry || one.other) return;
    const { ok } = await world.command(device, (db, actor, now) => placeOccurrence(db, actor, one, entry, now));
    if (ok) strike('an entry in the place of an occurrence');
    return;
  }
  const { ok } = await world.command(device, (db, actor, now) =>
    deed === 'occurrence.skip'
      ? skipOccurrence(db, actor, one, now)
      : addOccurrence(db, actor, one, { amount: one.schedule.amount + (b % 2) }, now),
  );
  if (ok) strike(deed === 'occurrence.skip' ? 'a skip' : 'an occurrence that somebody added');
}
