/** What may be entered as a schedule. */
import { isDate } from '../dates/dates.ts';
import type { Outcome, Problems } from '../outcome.ts';
import { MAX_OCCURRENCES, type ScheduleRow } from '../rows.ts';
import {
  checkTransaction,
  type TransactionField,
  type TransactionFields,
  type TransactionInput,
  type TransactionProblem,
} from '../transactions/transactions.ts';
import { checkRhythm, type RhythmField, type RhythmInput, type RhythmProblem, wholeNumber } from './check-rhythm.ts';
import { nextOccurrences } from './occurrences.ts';
import { writeRhythm } from './rhythm.ts';

/** What a form says about a schedule: a transaction to repeat, and when. Numbers and dates are as typed. */
export interface ScheduleInput extends Omit<TransactionInput, 'date' | 'budgetId'> {
  rhythm: RhythmInput;
  weekend: ScheduleRow['weekend'];
  startDate: string;
  /** Which of the next two fields counts. */
  ends: 'never' | 'date' | 'count';
  endDate: string;
  count: string;
  mode: ScheduleRow['mode'];
  amountMatch: ScheduleRow['amountMatch'];
}

export type ScheduleField = Exclude<TransactionField, 'date'> | RhythmField | 'startDate' | 'endDate' | 'count';

/**
 * `before_start`: the end. `never_occurs`: no occurrence is between start and end. `not_a_count`: no whole number from
 * 1 to `MAX_OCCURRENCES`.
 */
export type ScheduleProblem = TransactionProblem | RhythmProblem | 'before_start' | 'never_occurs' | 'not_a_count';

/** What the form of a schedule decides. */
export type ScheduleFields = Omit<TransactionFields, 'date' | 'budgetId'> &
  Pick<ScheduleRow, 'rhythm' | 'weekend' | 'startDate' | 'endDate' | 'count' | 'mode' | 'amountMatch'>;

type End = Pick<ScheduleRow, 'endDate' | 'count'>;

/** The schedule's fields, or what is wrong at each field. Without a rhythm or dates it is not asked when it occurs. */
export function checkSchedule(
  input: ScheduleInput,
): Outcome<{ fields: ScheduleFields }, ScheduleField, ScheduleProblem> {
  const { startDate, weekend, mode, amountMatch } = input;
  const template = checkTransaction({ ...input, date: startDate, budgetId: null });
  const rhythm = checkRhythm(input.rhythm);
  const end = checkEnd(input);
  const errors = { ...templateErrors(template), ...(!rhythm.ok && rhythm.errors), ...(!end.ok && end.errors) };
  if (rhythm.ok && end.ok && errors.startDate === undefined) {
    const timing = { rhythm: writeRhythm(rhythm.rhythm), weekend, startDate, ...end.end };
    if (!occurs(timing)) errors[end.end.endDate === null ? 'form' : 'endDate'] = 'never_occurs';
    else if (template.ok) {
      const { date: _, budgetId: __, ...repeated } = template.fields;
      return { ok: true, fields: { ...repeated, ...timing, mode, amountMatch } };
    }
  }
  return { ok: false, errors };
}

function templateErrors(template: ReturnType<typeof checkTransaction>): Problems<ScheduleField, ScheduleProblem> {
  if (template.ok) return {};
  const { date, ...errors } = template.errors;
  return { ...errors, ...(date && { startDate: date }) };
}

function checkEnd(input: ScheduleInput): Outcome<{ end: End }, 'endDate' | 'count', ScheduleProblem> {
  const { ends, endDate, startDate } = input;
  if (ends === 'never') return { ok: true, end: { endDate: null, count: null } };
  if (ends === 'count') {
    const count = wholeNumber(input.count, MAX_OCCURRENCES);
    return count === null
      ? { ok: false, errors: { count: input.count.trim() === '' ? 'empty' : 'not_a_count' } }
      : { ok: true, end: { endDate: null, count } };
  }
  if (!isDate(endDate)) return { ok: false, errors: { endDate: endDate === '' ? 'empty' : 'not_a_date' } };
  if (isDate(startDate) && endDate < startDate) return { ok: false, errors: { endDate: 'before_start' } };
  return { ok: true, end: { endDate, count: null } };
}

/** Weekends may move a date a little before the start. */
function occurs(timing: Parameters<typeof nextOccurrences>[0]): boolean {
  return nextOccurrences(timing, '0001-01-01', 1).length > 0;
}
