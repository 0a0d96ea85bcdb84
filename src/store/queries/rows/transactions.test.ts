import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shiftDays } from '#domain/dates/dates';
import fc from '../../../../tests/support/random.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { compareRows, writeMonths } from '../../ledger/ledger.ts';
import { commitMutation } from '../../optimistic/mutations.ts';
import { rowStates } from './row-states.ts';
import { newestOfAllReader, newestReader, newestTransactions } from './transactions.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

it('the newest rows come in order, without gaps or doubles, however many thin months they are in', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => transactionRow(n, { date: shiftDays('2026-03-05', -11 * n) }));
  await writeMonths(db, `account:${ACCOUNT}`, rows);
  const ids = (limit: number) => newestTransactions(db, ACCOUNT, limit).then((found) => found.map((row) => row.id));
  for (const limit of [1, 7, 64, 150, 500]) expect(await ids(limit)).toEqual(rows.slice(0, limit).map((row) => row.id));
});

it('the newest rows come first even when their month has more parts than are read', async () => {
  const scope = `account:${ACCOUNT}`;
  const row = (n: number) => transactionRow(n, { date: n < 40 ? '2026-03-05' : '2026-02-05' });
  const rows = Array.from({ length: 80 }, (_, n) => row(n));
  const pages = rows.map((one, n) => ({ scope, month: one.date.slice(0, 7), part: n % 40, rows: [one] }));
  await db.transactions.bulkPut(pages);
  for (const limit of [1, 30, 60, 100])
    expect(await newestTransactions(db, ACCOUNT, limit)).toEqual(rows.slice(0, limit));
});

it('repeated reads return the current newest rows after pages came, went or were divided', async () => {
  const scope = `account:${ACCOUNT}`;
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
  const aMonth = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 });
  const states = fc.array(fc.tuple(...months.map(() => aMonth)), { minLength: 2, maxLength: 6 });
  const check = async (history: number[][][], limit: number) => {
    const read = newestReader(db, ACCOUNT, limit);
    for (const state of history) {
      let n = 0;
      const pages = state.flatMap((parts, at) =>
        parts
          .filter((size) => size > 0)
          .map((size, part) => {
            const month = months[at] ?? '';
            // A growing number gives each row an older time than the one before.
            const rows = Array.from({ length: size }, () => transactionRow(n++, { date: `${month}-05` }));
            return { scope, month, part, rows };
          }),
      );
      await db.transactions.clear();
      await db.transactions.bulkPut(pages);
      const sorted = [...pages].sort((a, b) => (a.month === b.month ? a.part - b.part : a.month > b.month ? -1 : 1));
      expect(await read()).toEqual(sorted.flatMap(({ rows }) => rows).slice(0, limit));
    }
  };
  await fc.assert(fc.asyncProperty(states, fc.integer({ min: 1, max: 6 }), check));
});

it('a live query of the newest rows sees pages that change, arrive or disappear', async () => {
  const scope = `account:${ACCOUNT}`;
  const page = (month: string, ...numbers: number[]) => ({
    scope,
    month,
    part: 0,
    rows: numbers.map((n) => transactionRow(n, { date: `${month}-05` })),
  });
  const read = newestReader(db, ACCOUNT, 3);
  let seen: string[] = [];
  const following = liveQuery(read).subscribe((rows) => {
    seen = rows.map(({ id }) => id);
  });
  const expectSeen = (...numbers: number[]) => vi.waitFor(() => expect(seen).toEqual(numbers.map(idOf)));
  await db.transactions.bulkPut([page('2026-03', 1, 2), page('2026-02', 3), page('2026-01', 4)]);
  await expectSeen(1, 2, 3);
  await db.transactions.put(page('2026-03', 5, 1));
  await expectSeen(5, 1, 3);
  await db.transactions.put(page('2026-04', 6));
  await expectSeen(6, 5, 1);
  await db.transactions.delete([scope, '2026-03', 0]);
  await expectSeen(6, 3, 4);
  following.unsubscribe();
});

it('the newest rows of several accounts come in one order, also after rows came or went', async () => {
  const scopes = [ACCOUNT, OTHER_ACCOUNT].map((id) => `account:${id}`);
  const own = Array.from({ length: 40 }, (_, n) => transactionRow(n, { date: shiftDays('2026-03-05', -9 * n) }));
  const others = Array.from({ length: 40 }, (_, n) =>
    transactionRow(100 + n, { accountId: OTHER_ACCOUNT, date: shiftDays('2026-03-01', -2 * n) }),
  );
  await writeMonths(db, scopes[0] ?? '', own);
  await writeMonths(db, scopes[1] ?? '', others);
  const all = [...own, ...others].sort(compareRows);
  for (const limit of [1, 10, 45, 79, 500]) {
    const read = newestOfAllReader(db, [ACCOUNT, OTHER_ACCOUNT], limit);
    expect(await read()).toEqual(all.slice(0, limit));
    expect(await read()).toEqual(all.slice(0, limit));
  }
  const read = newestOfAllReader(db, [ACCOUNT, OTHER_ACCOUNT], 30);
  await read();
  await db.transactions.where('[scope+month+part]').between([scopes[1], '2026-01'], [scopes[1], []]).delete();
  const left = all.filter(({ accountId, date }) => accountId === ACCOUNT || date < '2026-01');
  expect(await read()).toEqual(left.slice(0, 30));
});

it('a row is marked as waiting however long the outbox is', async () => {
  const { version, userId, userEmail, ...row } = transactionRow(0);
  for (let n = 0; n < 250; n++) {
    const operation = { kind: 'insert', table: 'transactions', row: { ...row, id: idOf(n) } } as const;
    await commitMutation(db, [operation], { ...ANNA, now: new Date() });
  }
  expect(await rowStates(db, 'transactions', [idOf(3), idOf(249), idOf(999)])).toEqual(
    new Map([
      [idOf(3), 'waiting'],
      [idOf(249), 'waiting'],
    ]),
  );
});
