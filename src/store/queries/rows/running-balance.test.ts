import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shiftDays } from '#domain/dates/dates';
import { runningBalances } from '#domain/money/running-balance';
import type { TransactionRow } from '#domain/rows';
import fc from '../../../../tests/support/random.ts';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '../../database/rows.fixture.ts';
import { compareRows, dropLedger, writeMonths } from '../../ledger/ledger.ts';
import { accountSummary } from '../accounts/accounts.ts';
import { newestTransactions } from './transactions.ts';

const SCOPE = `account:${ACCOUNT}`;

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

const lines = (amount: number) => [
  { id: idOf(1), category: 'Food', cents: 1, note: '' },
  { id: idOf(2), category: 'Housing', cents: amount - 1, note: '' },
];

/** A row of any nature and day; several stand on one day, made at one moment. */
const anyRow = fc.record({
  day: fc.integer({ min: 0, max: 90 }),
  second: fc.integer({ min: 0, max: 3 }),
  amount: fc.integer({ min: 2, max: 99_999_999_999 }),
  type: fc.constantFrom<TransactionRow['type']>('income', 'expense'),
  nature: fc.constantFrom<TransactionRow['nature']>('regular', 'opening', 'transfer', 'adjustment'),
  isSplit: fc.boolean(),
});

function rowOf(
  { day, second, isSplit, ...rest }: typeof anyRow extends fc.Arbitrary<infer Row> ? Row : never,
  n: number,
) {
  return transactionRow(n, {
    ...rest,
    date: shiftDays('2026-03-05', -day),
    createdAt: `2026-03-05T10:00:0${second}.000Z`,
    transferId: rest.nature === 'transfer' ? idOf(1000 + n) : null,
    lines: isSplit && rest.nature === 'regular' ? lines(rest.amount) : null,
  });
}

/** The plain way: from the oldest row up. */
function countedUp(rows: readonly TransactionRow[]): Map<string, number> {
  let sum = 0;
  return new Map(
    rows
      .toSorted((a, b) => compareRows(b, a))
      .map(({ id, type, amount }) => {
        sum += type === 'income' ? amount : -amount;
        return [id, sum];
      }),
  );
}

it('the balance after each row in sight is the sum of it and all older ones, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 40 }), fc.integer({ min: 1, max: 50 }), async (made, limit) => {
      const rows = made.map(rowOf);
      await dropLedger(db, SCOPE);
      await writeMonths(db, SCOPE, rows);
      const [inSight, { balance }] = [await newestTransactions(db, ACCOUNT, limit), await accountSummary(db, ACCOUNT)];
      const shown = runningBalances(inSight, balance);
      const expected = countedUp(rows);
      expect(shown.size).toBe(Math.min(limit, rows.length));
      for (const [id, after] of shown) expect(after).toBe(expected.get(id));
      expect(inSight.slice(0, 1).map(({ id }) => shown.get(id))).toEqual(rows.length > 0 ? [balance] : []);
    }),
    { numRuns: 40 },
  );
});
