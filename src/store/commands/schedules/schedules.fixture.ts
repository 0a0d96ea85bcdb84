/** A world of one user with two accounts, for tests of schedules. */
import { afterEach, beforeEach } from 'vitest';
import type { TransactionRow } from '#domain/rows';
import type { ScheduleFields } from '#domain/schedules/check-schedule';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, categoryRow, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { readScope } from '../../ledger/many-pages.ts';
import {
  type OpenOccurrence,
  type PlannedSchedule,
  readOpenOccurrences,
  readSchedules,
} from '../../queries/schedules/open-occurrences.ts';
import { addDueOccurrences } from './occurrences-add-due.ts';
import { addSchedule } from './schedule-add.ts';

export const actor = { userId: ANNA.userId, email: ANNA.userEmail };
export const now = new Date(2026, 2, 10, 12);

export const RENT: ScheduleFields = {
  accountId: ACCOUNT,
  type: 'expense',
  amount: 90_000,
  refund: false,
  category: 'Home',
  lines: null,
  description: 'Rent',
  notes: '',
  rhythm: 'month 1 on 31',
  weekend: 'as_is',
  startDate: '2026-01-31',
  endDate: null,
  count: null,
  mode: 'add',
  amountMatch: 'near',
};

/** Opens the database before each test. */
export function worldOfSchedules() {
  let opened: Database | undefined;
  beforeEach(async () => {
    opened = await openDatabase(ANNA.userId);
    const other = accountRow({ id: OTHER_ACCOUNT, createdAt: '2026-01-02T00:00:00.000Z' });
    await opened.accounts.bulkPut([accountRow(), other]);
    await opened.categories.bulkPut([categoryRow(21, { name: 'Home' })]);
  });
  afterEach(() => opened?.delete());
  const db = () => {
    if (!opened) throw new Error('the database is not open');
    return opened;
  };
  /** Newest first. */
  const rows = async (accountId = ACCOUNT): Promise<TransactionRow[]> => {
    const pages = await readScope(db(), `account:${accountId}`);
    return pages.flatMap((page) => page.rows).sort((a, b) => (a.date < b.date ? 1 : -1));
  };
  return {
    db,
    rows,
    dates: async (accountId = ACCOUNT) => (await rows(accountId)).map(({ date }) => date).sort(),
    /** Returns the id of the schedule. */
    add: async (over: Partial<ScheduleFields> = {}, more: Parameters<typeof addSchedule>[3] = {}): Promise<string> => {
      const added = await addSchedule(db(), actor, { ...RENT, ...over }, more, now);
      if (!added.ok) throw new Error('refused');
      return added.id;
    },
    addDue: (at = now) => addDueOccurrences(db(), actor, {}, at),
    /** The dates of open occurrences. */
    open: async (until: string) => (await readOpenOccurrences(db(), until)).map(({ date }) => date),
    occurrence: async (date: string): Promise<OpenOccurrence> => {
      const found = (await readOpenOccurrences(db(), date)).find((one) => one.date === date);
      if (!found) throw new Error(`nothing is open on ${date}`);
      return found;
    },
    planned: async (): Promise<PlannedSchedule> => {
      const [one] = await readSchedules(db());
      if (!one) throw new Error('no schedule');
      return one;
    },
  };
}
