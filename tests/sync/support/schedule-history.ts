/**
 * Random lives with schedules: two people with two devices each, offline and with wrong clocks. What has to be there in
 * the end is counted by a calendar of its own, which knows no code of the app.
 */
import { shiftDays } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import { plainAmount } from '#domain/money/money';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { type Action, lastAction } from '#store/actions/actions';
import { addOccurrence } from '#store/commands/schedules/occurrence-add';
import { placeOccurrence } from '#store/commands/schedules/occurrence-place';
import { skipOccurrence } from '#store/commands/schedules/occurrence-skip';
import { addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { addSchedule } from '#store/commands/schedules/schedule-add';
import { updateSchedule } from '#store/commands/schedules/schedule-update';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { undoAction } from '#store/commands/undo/action-undo';
import { isTransaction, type KeptRow } from '#store/database/records';
import { readOpenOccurrences, readSchedules } from '#store/queries/schedules/open-occurrences';
import fc from '../../support/random.ts';
import { FakeServer } from './fake-server.ts';
import { ANNA, BEN, HOME, idOf, makeAccount, SHOP, START } from './people.ts';
import { SimulatedDevice } from './simulated-device.ts';

const DAY = 86_400_000;

/** The rhythms with an own account of when they occur: whether a day (UTC) is an occurrence, counted from the start. */
export const RHYTHMS: { rhythm: string; occursOn(day: Date, start: Date): boolean }[] = [
  { rhythm: 'month 1 on 31', occursOn: (day) => new Date(day.getTime() + DAY).getUTCDate() === 1 },
  { rhythm: 'month 1 on 14', occursOn: (day) => day.getUTCDate() === 14 },
  { rhythm: 'week 1 1,5', occursOn: (day) => day.getUTCDay() === 1 || day.getUTCDay() === 5 },
  { rhythm: 'day 9', occursOn: (day, start) => ((day.getTime() - start.getTime()) / DAY) % 9 === 0 },
];

const act = fc.record({
  on: fc.nat(3),
  do: fc.constantFrom(
    ...(['schedule', 'due', 'due', 'due', 'sync', 'sync', 'sync', 'sync', 'wait', 'wait', 'clock'] as const),
    ...(['skip', 'add', 'place', 'delete', 'note', 'amount', 'undo'] as const),
  ),
  a: fc.nat(7),
  b: fc.nat(5),
});
export const lives = fc.array(act, { minLength: 8, maxLength: 50, size: 'max' });
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

export class ScheduledLife {
  clock = START;
  readonly server = new FakeServer(() => this.clock);
  readonly #hours = [0, 0, 0, 0];
  readonly devices = [ANNA, ANNA, BEN, BEN].map(
    (person, n) => new SimulatedDevice(person, () => this.clock + (this.#hours[n] ?? 0) * 3_600_000),
  );
  /** Occurrences about which somebody said something: schedule and nominal date. */
  readonly touched = new Set<string>();
  /** The amounts that a schedule ever had. */
  readonly amounts = new Map<string, Set<number>>();
  #number = 1;

  async begin(): Promise<void> {
    for (const { userId, userEmail } of [ANNA, BEN]) this.server.addUser(userId, userEmail);
    const [one] = this.devices;
    await one?.commit([makeAccount(HOME, ANNA)]);
    await one?.commit([makeAccount(SHOP, ANNA)]);
    await this.sync(0);
    this.server.share({ id: idOf(901), accountId: HOME, userId: BEN.userId, role: 'admin' });
    this.server.share({ id: idOf(902), accountId: SHOP, userId: BEN.userId, role: 'admin' });
    for (const n of this.devices.keys()) await this.sync(n);
  }

  async live(acts: readonly Act[]): Promise<void> {
    for (const one of acts) await this.#act(one);
  }

  /** Everybody comes online, with clocks that are right, until nothing changes any more. */
  async end(): Promise<void> {
    this.#hours.fill(0);
    for (let round = 0; round < 4; round++) {
      for (const n of this.devices.keys()) {
        await this.sync(n);
        await this.#due(n);
        await this.sync(n);
      }
    }
  }

  async close(): Promise<void> {
    for (const { db } of this.devices) db.close();
  }

  async sync(n: number): Promise<void> {
    const device = this.devices[n];
    // A cycle ends early when it has learned something that another one has to act on.
    for (let cycle = 0; cycle < 2; cycle++) await device?.sync(this.server.as(device.person.userId));
  }

  rows(n: number, accountId: string): Promise<TransactionRow[]> {
    return this.devices[n]?.rows(accountScope(accountId)) ?? Promise.resolve([]);
  }

  async #act({ on, do: what, a, b }: Act): Promise<void> {
    if (what === 'wait') this.clock += (b + 1) * 3 * DAY;
    else if (what === 'sync') await this.sync(on);
    else if (what === 'due') await this.#due(on);
    // A clock that is behind adds later. One that is ahead adds what nobody else would.
    else if (what === 'clock') this.#hours[on] = [0, -72, 2_000, 30, -900, 0][b] ?? 0;
    else if (what === 'schedule') await this.#schedule(on, a, b);
    else if (what === 'undo') await this.#undo(on);
    else if (what === 'delete' || what === 'note') await this.#onRow(on, what, a, b);
    else if (what === 'amount') await this.#amount(on, a);
    else await this.#onOccurrence(on, what, a, b);
  }

  #as(n: number) {
    const device = this.devices[n];
    if (!device) throw new Error('no such device');
    const { userId, userEmail: email } = device.person;
    return { db: device.db, actor: { userId, email }, now: new Date(device.now()) };
  }

  async #due(n: number): Promise<void> {
    const { db, actor, now } = this.#as(n);
    await addDueOccurrences(db, actor, { asked: true }, now);
  }

  async #schedule(n: number, a: number, b: number): Promise<void> {
    const { db, actor, now } = this.#as(n);
    const number = this.#number++;
    const startDate = shiftDays(new Date(this.clock).toISOString().slice(0, 10), a * 5 - 30);
    const isTransfer = b === 5;
    const added = await addSchedule(
      db,
      actor,
      {
        accountId: HOME,
        type: 'expense',
        amount: number * 1000,
        refund: false,
        category: 'Food',
        lines: null,
        description: `s${number}`,
        notes: '',
        rhythm: RHYTHMS[b % RHYTHMS.length]?.rhythm ?? '',
        weekend: 'as_is',
        startDate,
        endDate: null,
        count: null,
        mode: 'add',
        amountMatch: 'near',
      },
      isTransfer ? { toAccountId: SHOP } : {},
      now,
    );
    if (added.ok) this.amounts.set(`s${number}`, new Set([number * 1000]));
  }

  async #amount(n: number, a: number): Promise<void> {
    const { db, actor, now } = this.#as(n);
    const planned = await readSchedules(db);
    const one = planned[a % (planned.length || 1)];
    if (!one) return;
    const amount = one.schedule.amount + 1;
    this.amounts.get(one.schedule.description)?.add(amount);
    await updateSchedule(db, actor, one, { amount }, now);
  }

  async #onOccurrence(n: number, what: 'skip' | 'add' | 'place', a: number, b: number): Promise<void> {
    const { db, actor, now } = this.#as(n);
    const until = shiftDays(new Date(this.clock).toISOString().slice(0, 10), 20);
    const open = await readOpenOccurrences(db, until);
    const one = open[a % (open.length || 1)];
    if (!one) return;
    this.#touch(one.schedule, one.nominal);
    if (what === 'skip') await skipOccurrence(db, actor, one, now);
    else if (what === 'add') await addOccurrence(db, actor, one, { amount: one.schedule.amount + b }, now);
    else if (one.other === null) {
      const { type, accountId } = one.schedule;
      const number = this.#number++;
      const typed = { accountId, type, date: one.date, description: `p${number}`, category: 'Food' };
      await addTransaction(db, actor, { ...typed, amount: plainAmount(number) }, now);
      const entry = (await this.rows(n, accountId)).find(({ description }) => description === `p${number}`);
      if (entry) await placeOccurrence(db, actor, one, entry, now);
    }
  }

  async #onRow(n: number, what: 'delete' | 'note', a: number, b: number): Promise<void> {
    const { db, actor, now } = this.#as(n);
    const rows = await this.rows(n, HOME);
    const row = rows[(a * 6 + b) % (rows.length || 1)];
    if (row?.nature !== 'regular') return;
    this.#touch(row, row.date);
    if (what === 'delete') await deleteTransaction(db, actor, { row }, now);
    else await updateTransaction(db, actor, { row, notes: `n${this.#number++}` }, now);
  }

  async #undo(n: number): Promise<void> {
    const { db, actor, now } = this.#as(n);
    const action = lastAction(db);
    if (!action) return;
    const rows = [...rowsMade(action), ...action.parts.flatMap(({ before }) => before.map(({ row }) => row))];
    for (const row of rows) if (isTransaction(row)) this.#touch(row, row.date);
    // A schedule that was taken back adds nothing more, and nobody asks for what it had.
    for (const row of rows) if ('rhythm' in row) this.amounts.delete(String(row.description));
    await undoAction(db, actor, { id: action.id }, now);
  }

  #touch({ description }: Pick<ScheduleRow, 'description'>, date: string): void {
    this.touched.add(`${description} ${date}`);
  }
}

function rowsMade({ parts }: Action): KeptRow['row'][] {
  const made = { version: 0, userId: null, userEmail: null };
  return parts.flatMap(({ operations }) =>
    operations.flatMap((one) =>
      one.kind === 'insert' && (one.table === 'transactions' || one.table === 'schedules')
        ? [{ ...one.row, ...made }]
        : [],
    ),
  );
}

/** What the calendar says: the dates until today, by the schedules that the server has. */
export function duePerCalendar(schedule: ScheduleRow, today: string): string[] {
  const start = new Date(`${schedule.startDate}T00:00:00Z`);
  const occursOn = RHYTHMS.find(({ rhythm }) => rhythm === schedule.rhythm)?.occursOn;
  const dates: string[] = [];
  for (let at = start.getTime(); new Date(at).toISOString().slice(0, 10) <= today; at += DAY) {
    if (occursOn?.(new Date(at), start)) dates.push(new Date(at).toISOString().slice(0, 10));
  }
  return dates;
}
