/** Entries that seem to stand twice: a schedule added one, and somebody typed or imported the same beside it. */
import { monthOf, shiftDays } from '#domain/dates/dates';
import { rowOfKey } from '#domain/ids/row-of-key';
import { accountScope } from '#domain/ids/scopes';
import type { ScheduleRow, TransactionRow } from '#domain/rows';
import { type Occurrence, occurrencesOf } from '#domain/schedules/occurrences';
import { entryFor, WINDOW } from '#domain/schedules/takes-place';
import { searchedText } from '#domain/search-text';
import { canChange } from '#domain/sharing/roles';
import type { Database } from '../../database/database.ts';
import { readMonthPages } from '../../ledger/many-pages.ts';
import { readOccurrenceKeys } from '../../schedules/occurrence-keys.ts';
import { readAccess } from '../accounts/access.ts';
import { addedBy } from './added-occurrences.ts';
import { readLeftRepeats } from './found-repeats.ts';
import { readToday } from './upcoming.ts';

/** Older ones were looked at, or nobody minds. */
const DAYS_BACK = 60;

export interface StandingTwice {
  /** Both rows. What was dismissed is known by it. */
  id: string;
  schedule: ScheduleRow;
  /** The one that the schedule added, and that nobody has touched since. */
  added: TransactionRow;
  /** The one that stands beside it. */
  entry: TransactionRow;
  /** Which of them the user may delete. */
  mayDelete: { added: boolean; entry: boolean };
}

/** What stands twice in the last days, in all accounts. Transfers are not compared. */
export async function readStandingTwice(db: Database, now: Date = new Date()): Promise<StandingTwice[]> {
  const [today, left, all] = await Promise.all([readToday(db, now), readLeftRepeats(db), db.schedules.toArray()]);
  const ofAccounts = Map.groupBy(all, ({ accountId }) => accountId);
  const found = await Promise.all([...ofAccounts].map(([id, schedules]) => twiceIn(db, id, schedules, today)));
  return found.flat().filter(({ id }) => !left.includes(id));
}

async function twiceIn(
  db: Database,
  accountId: string,
  schedules: readonly ScheduleRow[],
  today: string,
): Promise<StandingTwice[]> {
  const period = { from: shiftDays(today, -DAYS_BACK), to: today };
  const months = [shiftDays(period.from, -WINDOW), shiftDays(today, WINDOW)].map(monthOf);
  const [pages, keys, access] = await Promise.all([
    readMonthPages(db, accountScope(accountId), months[0] ?? '', months[1] ?? ''),
    readOccurrenceKeys(db, accountId, new Set(schedules.map(({ id }) => id))),
    readAccess(db, db.userId, { accountId }),
  ]);
  const rows = new Map(pages.flatMap((page) => page.rows.map((row) => [row.id, row])));
  const ofSchedules = new Set([...keys.values()].map((one) => rowOfKey(accountId, one)));
  const others = new Map([...rows].filter(([id, row]) => isPlain(row) && !ofSchedules.has(id)));
  const mayDelete = (row: TransactionRow) => row.status !== 'reconciled' && canChange(access, row, db.userId);
  const own = schedules.filter(({ pairId }) => pairId === null);
  const added = own.flatMap((schedule) => addedBy(schedule, occurrencesOf(schedule, period), keys));
  return added.flatMap(({ schedule, occurrence, rowId }) => {
    const row = rows.get(rowId);
    if (!row || !isUntouched(row, schedule, occurrence)) return [];
    const alike = [...others.values()].filter((one) => isAlike(one, schedule));
    const entry = entryFor(schedule, occurrence, alike);
    if (!entry) return [];
    others.delete(entry.id);
    const may = { added: mayDelete(row), entry: mayDelete(entry) };
    const found = { id: `${row.id} ${entry.id}`, schedule, added: row, entry, mayDelete: may };
    return may.added || may.entry ? [found] : [];
  });
}

function isPlain({ nature, budgetId }: TransactionRow): boolean {
  return nature === 'regular' && budgetId === null;
}

/** As the schedule adds it. */
function isUntouched(row: TransactionRow, schedule: ScheduleRow, { date }: Occurrence): boolean {
  const isSame = (['type', 'amount', 'description', 'category', 'refund'] as const).every(
    (field) => row[field] === schedule[field],
  );
  return isSame && row.date === date;
}

/** Many things cost about the same. Who asks about all of them is not listened to. */
function isAlike(entry: TransactionRow, { amount, description }: ScheduleRow): boolean {
  return entry.amount === amount || searchedText(entry.description) === searchedText(description);
}
