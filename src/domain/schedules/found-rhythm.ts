/** Rhythms that the rows of an account already have, so that a schedule can be offered. */
import { dateOfDay, dayNumber } from '../dates/day-numbers.ts';
import type { ScheduleRow, TransactionRow, TransactionType } from '../rows.ts';
import { searchedText } from '../search-text.ts';
import { FEWEST_TIMES, type FittingRhythm, fittingRhythm, INTERVALS_TO_PAUSE } from './fitting-rhythm.ts';
import { nextOccurrences, type Occurrence } from './occurrences.ts';
import { writeRhythm } from './rhythm.ts';
import { isNear } from './takes-place.ts';

export interface FoundRhythm extends Pick<ScheduleRow, 'rhythm' | 'weekend' | 'type' | 'amount' | 'category'> {
  /** As the newest row has it; so are type, amount and category. The category of a split is that of all splits. */
  payee: string;
  /** The rows of the rhythm, the newest first. */
  rowIds: string[];
  /** The next occurrence that is neither before today nor covered by a row. A schedule can start with its `nominal`. */
  next: Occurrence;
}

/** Days. Three years in a row and their pauses; what is older decides nothing. */
const FARTHEST_BACK = 5 * 366;

type Row = Pick<
  TransactionRow,
  'id' | 'date' | 'type' | 'amount' | 'description' | 'category' | 'nature' | 'refund' | 'budgetId'
>;

/**
 * The rhythms of one account's rows, the next one first: every week or two weeks, every month, quarter or year, three
 * times or more, and amounts within a tenth of the newest. Rows may come in any order.
 *
 * It refuses:
 * - rows of other natures, refunds, contributions, and rows without a description;
 * - a payee with other rows in between, of any amount: two rents a month, or purchases beside a subscription. Each row
 *   of a payee and type must be in the rhythm;
 * - weeks with changing weekdays, and months with changing days, but for weekends and shorter months;
 * - three to five times after a row that is out of rhythm: on the 1st and 15th, February looks like every two weeks;
 * - what last came more than one and a half intervals before `today`.
 *
 * Rows of the last five years count. Those that a schedule added are in its rhythm; the caller leaves them out.
 */
export function foundRhythms(rows: readonly Row[], today: string): FoundRhythm[] {
  const oldest = dateOfDay(dayNumber(today) - FARTHEST_BACK);
  return groupsOf(rows, oldest)
    .flatMap((group) => found(group, today) ?? [])
    .sort((a, b) => compare(a.next.date, b.next.date) || compare(a.payee, b.payee) || compare(a.type, b.type));
}

type ByType = Record<TransactionType, Row[]>;

/** Rows of one payee and type. A look at each row must be cheap, so a text that comes again is not folded again. */
function groupsOf(rows: readonly Row[], oldest: string): Row[][] {
  const byPayee = new Map<string, ByType>();
  const byText = new Map<string, ByType>();
  for (const row of rows) {
    if (row.date < oldest || row.nature !== 'regular' || row.refund || row.budgetId !== null) continue;
    let group = byText.get(row.description);
    if (!group) {
      const payee = searchedText(row.description);
      group = byPayee.get(payee) ?? { income: [], expense: [] };
      byPayee.set(payee, group);
      byText.set(row.description, group);
    }
    group[row.type].push(row);
  }
  byPayee.delete('');
  return [...byPayee.values()].flatMap(({ income, expense }) => [income, expense]);
}

function found(group: readonly Row[], today: string): FoundRhythm | null {
  if (group.length < FEWEST_TIMES) return null;
  const rows = group.toSorted((a, b) => compare(b.date, a.date) || compare(a.id, b.id));
  const [newest] = rows;
  if (!newest) return null;
  const { description: payee, type, amount, category } = newest;
  const unlike = rows.findIndex((row) => !isNear(row.amount, amount));
  const like = unlike < 0 ? rows.length : unlike;
  if (like < FEWEST_TIMES) return null;
  const days = rows.slice(0, like + 1).map(({ date }) => dayNumber(date));
  const fitting = fittingRhythm(days, like);
  if (!fitting || dayNumber(today) - dayNumber(newest.date) > fitting.length * INTERVALS_TO_PAUSE) return null;
  const next = nextOf(fitting, today);
  const rowIds = rows.slice(0, fitting.times).map(({ id }) => id);
  const { weekend } = fitting;
  return next && { payee, type, amount, category, rowIds, rhythm: writeRhythm(fitting.rhythm), weekend, next };
}

function nextOf({ rhythm, weekend, nominal }: FittingRhythm, today: string): Occurrence | null {
  const startDate = dateOfDay(nominal);
  const timing = { rhythm: writeRhythm(rhythm), weekend, startDate, endDate: null, count: null };
  // The newest row stands for the first one, which may be dated later than that row.
  return nextOccurrences(timing, today, 2).find((one) => one.nominal > startDate) ?? null;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
