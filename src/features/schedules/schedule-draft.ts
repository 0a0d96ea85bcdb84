/** The draft of a schedule that a user fills in, and the messages for one that is refused. */

import { shiftDays } from '#domain/dates/dates';
import { dayNumber, weekdayOf } from '#domain/dates/day-numbers';
import { plainAmount } from '#domain/money/money';
import type { Problems } from '#domain/outcome';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import type { RhythmInput } from '#domain/schedules/check-rhythm';
import {
  checkSchedule,
  type ScheduleField,
  type ScheduleFields,
  type ScheduleProblem,
} from '#domain/schedules/check-schedule';
import { nextOccurrences } from '#domain/schedules/occurrences';
import { type Nth, parseRhythm, type Rhythm, writeRhythm } from '#domain/schedules/rhythm';
import { lineInput } from '#domain/transactions/entered-lines';
import { TRANSFER } from '#domain/transactions/transfers';
import * as transfers from '#texts/transactions/transfers';
import { notAmong } from '#texts/ui';
import { dateTyped, withDatesRead } from '../dates/date-reading.ts';
import { type NewEntryDraft, newEntryDraft } from '../transactions/form/new-entry-draft.ts';
import { scheduleMessage } from './schedule-messages.ts';

/** What is added, and when. Numbers and dates are as typed. A transfer leaves `accountId`. */
export type ScheduleDraft = Omit<NewEntryDraft, 'date' | 'toDate'> &
  Pick<ScheduleRow, 'weekend' | 'mode' | 'amountMatch'> & {
    rhythm: RhythmInput;
    startDate: string;
    /** Which of the next two fields counts. */
    ends: 'never' | 'date' | 'count';
    endDate: string;
    count: string;
  };

export type ScheduleErrors = Partial<Record<ScheduleField | 'toAccountId' | 'form', string>>;

/** What a complete draft says. `toAccountId`: where a transfer goes. */
export type CheckedSchedule =
  | { ok: true; fields: ScheduleFields; toAccountId: string | undefined }
  | { ok: false; errors: ScheduleErrors };

const FIELDS = [
  'accountId',
  'type',
  'amount',
  'description',
  'category',
  'lines',
  'notes',
  'interval',
  'weekdays',
  'day',
  'startDate',
  'endDate',
  'count',
  'form',
] as const satisfies readonly (ScheduleField | 'form')[];

const ORDINALS: readonly Nth[] = [1, 2, 3, 4];

/** The fields of this rhythm. What it has no use for follows from the date, so each kind begins with what fits. */
export function rhythmInput(rhythm: Rhythm, date: string): RhythmInput {
  const input: RhythmInput = {
    ...daysOf(date),
    every: rhythm.every,
    interval: String(rhythm.interval),
    monthly: 'day',
    workday: 'last',
  };
  if (rhythm.every === 'week') return { ...input, weekdays: rhythm.weekdays };
  if (rhythm.every === 'year') return { ...input, month: rhythm.month, day: String(rhythm.day) };
  if (rhythm.every !== 'month') return input;
  const { on } = rhythm;
  if ('day' in on) return { ...input, day: String(on.day) };
  return 'nth' in on ? { ...input, ...on, monthly: 'nth' } : { ...input, ...on, monthly: 'workday' };
}

/**
 * Another start. Where the rhythm is on the day of the start before, such as the 5th or a Monday, it is on that of the
 * next one. What the user chose otherwise stays.
 */
export function withStart(draft: ScheduleDraft, startDate: string): ScheduleDraft {
  const [before, after] = [dateTyped(draft.startDate), dateTyped(startDate)];
  const { rhythm } = draft;
  if (before === null || after === null || before === after) return { ...draft, startDate };
  const [old, next] = [daysOf(before), daysOf(after)];
  const followed = {
    ...(rhythm.day === old.day && (rhythm.every !== 'year' || rhythm.month === old.month) && { day: next.day }),
    ...(rhythm.day === old.day && rhythm.month === old.month && { month: next.month }),
    ...(rhythm.weekdays.join() === old.weekdays.join() && { weekdays: next.weekdays }),
    ...(rhythm.nth === old.nth && rhythm.weekday === old.weekday && { nth: next.nth, weekday: next.weekday }),
  };
  return { ...draft, startDate, rhythm: { ...rhythm, ...followed } };
}

/** The days that a date is: of its week, month and year. */
function daysOf(date: string) {
  const [day, month, weekday] = [Number(date.slice(8, 10)), Number(date.slice(5, 7)), weekdayOf(dayNumber(date))];
  const nth: Nth = ORDINALS[Math.floor((day - 1) / 7)] ?? 'last';
  return { day: String(day), month, weekday, weekdays: [weekday], nth };
}

/** Every month on the day of the date. */
function monthly(date: string): Rhythm {
  return { every: 'month', interval: 1, on: { day: Number(date.slice(8, 10)) } };
}

const PLAIN = { weekend: 'as_is', ends: 'never', endDate: '', count: '', mode: 'add', amountMatch: 'near' } as const;

/** A new schedule that starts today. */
export function newScheduleDraft(accountId: string, today: string): ScheduleDraft {
  const { date: _, toDate: __, ...entry } = newEntryDraft({ accountId, today, type: 'expense' });
  return { ...entry, ...PLAIN, rhythm: rhythmInput(monthly(today), today), startDate: today };
}

/**
 * The entry, every month. It is the first occurrence, unless another one would be due by now: who makes an entry of
 * last year repeat has most likely entered the others.
 */
export function repeatedDraft(
  entry: TransactionRow,
  toAccountId: string | null,
  timing: Pick<ScheduleRow, 'rhythm' | 'weekend' | 'startDate'> | undefined,
  today: string,
): ScheduleDraft {
  const draft = newScheduleDraft(entry.accountId, today);
  const { startDate, weekend, rhythm } = timing ?? { ...startOf(entry, today), weekend: PLAIN.weekend };
  const from = toAccountId === null ? {} : { type: 'transfer' as const, toAccountId };
  return {
    ...draft,
    ...entryOf(entry),
    ...from,
    weekend,
    startDate,
    rhythm: rhythmInput(parseRhythm(rhythm), startDate),
  };
}

function startOf({ date }: TransactionRow, today: string) {
  const rhythm = writeRhythm(monthly(date));
  const timing = { rhythm, weekend: PLAIN.weekend, startDate: date, endDate: null, count: null };
  const [next] = nextOccurrences(timing, shiftDays(date, 1), 1);
  if (!next || next.date >= today) return { rhythm, startDate: date };
  return { rhythm, startDate: nextOccurrences(timing, today, 1)[0]?.date ?? today };
}

type Template = Pick<
  ScheduleRow,
  'accountId' | 'type' | 'amount' | 'description' | 'category' | 'lines' | 'notes' | 'refund'
>;

function entryOf({ accountId, type, amount, description, category, lines, notes, refund }: Template) {
  const inputs = lines?.map(lineInput) ?? null;
  const chosen = { category: lines ? '' : category, categoryId: undefined, makes: undefined, typedCategory: undefined };
  return { accountId, type, amount: plainAmount(amount), description, ...chosen, lines: inputs, notes, refund };
}

/** A schedule for editing. `other`: the other side of a transfer. */
export function scheduleDraft(schedule: ScheduleRow, other: ScheduleRow | null): ScheduleDraft {
  const { rhythm, weekend, startDate, endDate, count, mode, amountMatch, pairId } = schedule;
  return {
    ...entryOf(schedule),
    ...(pairId !== null && { type: 'transfer' as const }),
    toAccountId: other?.accountId ?? '',
    rhythm: rhythmInput(parseRhythm(rhythm), startDate),
    weekend,
    startDate,
    ends: count !== null ? 'count' : endDate !== null ? 'date' : 'never',
    endDate: endDate ?? '',
    count: count === null ? '' : String(count),
    mode,
    amountMatch,
  };
}

/** The fields of a schedule; or the error of each field. `sidesKnown`: the accounts of a transfer stay as they are. */
export function checkScheduleDraft(entered: ScheduleDraft, sidesKnown: boolean): CheckedSchedule {
  const draft = withDatesRead(entered, ['startDate', 'endDate']);
  const { type } = draft;
  const checked = checkSchedule(type === 'transfer' ? sideOf(draft) : { ...draft, type });
  const errors = {
    ...(!checked.ok && messagesOf(draft, checked.errors)),
    ...(type === 'transfer' ? !sidesKnown && placesOf(draft) : categoryOf(draft)),
  };
  if (!checked.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, fields: checked.fields, toAccountId: type === 'transfer' ? draft.toAccountId : undefined };
}

type Found = Problems<ScheduleField, ScheduleProblem>;

function messagesOf({ rhythm }: ScheduleDraft, found: Found): ScheduleErrors {
  const errors: ScheduleErrors = {};
  for (const field of FIELDS) {
    const problem = found[field];
    if (problem) errors[field] = scheduleMessage(rhythm, field, problem);
  }
  return errors;
}

/** A text that names no category is none. */
function categoryOf({ lines, typedCategory = '' }: ScheduleDraft): ScheduleErrors {
  return lines || typedCategory === '' ? {} : { category: notAmong(typedCategory) };
}

/** The side that pays. Without a description it is called a transfer. */
function sideOf(draft: ScheduleDraft) {
  const description = draft.description.trim() === '' ? transfers.TRANSFER : draft.description;
  return { ...draft, type: 'expense' as const, description, category: TRANSFER, lines: null, refund: false };
}

function placesOf({ accountId, toAccountId }: ScheduleDraft): ScheduleErrors {
  if (accountId === '') return { accountId: transfers.NO_FROM };
  if (toAccountId === '') return { toAccountId: transfers.NO_TO };
  return accountId === toAccountId ? { toAccountId: transfers.SAME_ACCOUNT } : {};
}
