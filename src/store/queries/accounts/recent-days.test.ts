import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { shiftDays } from '#domain/dates/dates';
import type { TransactionRow } from '#domain/rows';
import { deleteTransaction } from '../../commands/transactions/transaction-delete.ts';
import { updateTransaction } from '../../commands/transactions/transaction-update.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  idOf,
  OTHER_ACCOUNT,
  syncedTransaction,
  transactionRow,
} from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { type RecentDays, RecentDaysReader } from './recent-days.ts';
import { watchRecentDays } from './recent-days-watch.ts';

const actor = { userId: ANNA.userId, email: ANNA.userEmail };
const TODAY = '2026-03-31';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT })]);
});
afterEach(() => db.delete());

const write = (rows: TransactionRow[], accountId = ACCOUNT) => writeMonths(db, `account:${accountId}`, rows);

/** A row every day of a year around today, each with its own amount, and some of them incomes. */
const year = (accountId: string, first: number) =>
  Array.from({ length: 365 }, (_, n) =>
    transactionRow(first + n, {
      accountId,
      date: shiftDays('2025-06-01', n),
      amount: 100 + n,
      type: n % 3 === 0 ? 'income' : 'expense',
    }),
  );

const balanceUntil = (rows: TransactionRow[], day: string) =>
  rows.reduce((sum, { date, type, amount }) => (date > day ? sum : sum + (type === 'income' ? amount : -amount)), 0);

describe('the last days of accounts', () => {
  it('add up all accounts, and leave out of the line what lies after today', async () => {
    const [one, other] = [year(ACCOUNT, 1000), year(OTHER_ACCOUNT, 2000)];
    await write(one);
    await write(other, OTHER_ACCOUNT);
    const both = await new RecentDaysReader(db, [ACCOUNT, OTHER_ACCOUNT], TODAY).read();
    expect(both?.line).toEqual(
      Array.from({ length: 90 }, (_, at) => balanceUntil([...one, ...other], shiftDays(TODAY, at - 89))),
    );
    expect(both?.month.day).toBe('2026-02-28');
    const alone = await new RecentDaysReader(db, [ACCOUNT], TODAY).read();
    expect(alone?.line.at(-1)).toBe(balanceUntil(one, TODAY));
  });

  it('are unknown while their months are still arriving', async () => {
    await write(year(ACCOUNT, 1000));
    const place = { scope: `account:${ACCOUNT}`, accountId: ACCOUNT };
    await db.cursors.put({ ...place, role: 'owner', version: 1, grantId: idOf(9), before: '2026-02' });
    expect(await new RecentDaysReader(db, [ACCOUNT], TODAY).read()).toBeNull();
    await db.cursors.put({ ...place, role: 'owner', version: 1, grantId: idOf(9), before: '2026-01' });
    expect(await new RecentDaysReader(db, [ACCOUNT], TODAY).read()).not.toBeNull();
  });

  it('are read from the pages of a quarter alone', async () => {
    await write(year(ACCOUNT, 1000));
    const asked = vi.spyOn(db.transactions, 'bulkGet');
    await new RecentDaysReader(db, [ACCOUNT], TODAY).read();
    const months = asked.mock.calls.flatMap(([keys]) => keys).map((key) => String(key).split(',')[1]);
    expect(months.sort()).toEqual(['2026-01', '2026-02', '2026-03']);
  });

  it('follow an entry, a change of its day alone and a deletion, and read only its page again', async () => {
    await write(year(ACCOUNT, 1000));
    const seen: (RecentDays | null)[] = [];
    const fail = (error: unknown) => expect.fail(String(error));
    onTestFinished(watchRecentDays(db, { accountIds: [ACCOUNT], today: TODAY }, (found) => seen.push(found), fail));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    const asked = vi.spyOn(db.transactions, 'bulkGet');
    const row = transactionRow(1, { date: '2026-03-10', amount: 5000, type: 'income' });
    const before = seen[0]?.line ?? [];
    await syncedTransaction(db, row);
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    const added = before.map((cents, at) => (at < 90 - 22 ? cents : cents + 5000));
    expect(seen[1]?.line).toEqual(added);
    expect(asked.mock.calls.flatMap(([keys]) => keys)).toEqual([[`account:${ACCOUNT}`, '2026-03', 0]]);

    await updateTransaction(db, actor, { row, date: '2026-03-31' });
    await vi.waitFor(() => expect(seen).toHaveLength(3));
    expect(seen[2]?.line).toEqual(before.with(-1, (before.at(-1) ?? 0) + 5000));

    await deleteTransaction(db, actor, { row: { ...row, date: '2026-03-31' } });
    await vi.waitFor(() => expect(seen).toHaveLength(4));
    expect(seen[3]?.line).toEqual(before);
  });
});
