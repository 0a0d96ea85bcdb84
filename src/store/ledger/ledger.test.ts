import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { ANNA, idOf, transactionRow } from '../database/rows.fixture.ts';
import {
  compareRows,
  dropLedger,
  MonthBook,
  MonthBooks,
  pageDirectory,
  readPage,
  readSums,
  readTotals,
  totalLines,
  writeMonths,
} from './ledger.ts';
import { recountMonth } from './recount.ts';
import { recountSums } from './sums.ts';

const SCOPE = 'account:a';
const MONTH = '2026-03';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const edit = (change: (book: MonthBook) => Promise<unknown>) =>
  db.transaction('rw', db.ledger, async () => {
    const books = new MonthBooks(db);
    await change(books.at({ scope: SCOPE, month: MONTH }));
    await books.save();
  });

const rowsOfMonth = () => new MonthBook(db, SCOPE, MONTH).all();

describe('a month of the ledger', () => {
  it('keeps rows newest first, by date, then by the time when they were entered', async () => {
    await edit(async (book) => {
      await book.add(transactionRow(1, { date: '2026-03-01' }));
      await book.add(transactionRow(2, { date: '2026-03-31' }));
      await book.add(transactionRow(3, { date: '2026-03-31', createdAt: '2026-02-01T00:00:00.000Z' }));
    });
    expect((await readPage(db, SCOPE, MONTH, 0))?.rows.map((row) => row.id)).toEqual([idOf(3), idOf(2), idOf(1)]);
  });

  it('divides when it grows beyond five hundred rows, and its directory names the parts newest first', async () => {
    const rows = Array.from({ length: 500 }, (_, n) => transactionRow(n));
    await writeMonths(db, SCOPE, rows);
    expect(await pageDirectory(db, SCOPE)).toEqual([{ month: MONTH, part: 0 }]);
    await edit((book) => book.add(transactionRow(500)));
    await writeMonths(db, SCOPE, [transactionRow(5000, { date: '2026-04-01' })]);
    expect(await pageDirectory(db, SCOPE)).toEqual([
      { month: '2026-04', part: 0 },
      { month: MONTH, part: 0 },
      { month: MONTH, part: 1 },
    ]);
    expect(await rowsOfMonth()).toEqual([...rows, transactionRow(500)].sort(compareRows));
  });

  it('finds a row by its id, and only in its own scope and month', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    expect(await new MonthBook(db, SCOPE, '2026-03').find(idOf(1))).toEqual(transactionRow(1));
    expect(await new MonthBook(db, SCOPE, '2026-04').find(idOf(1))).toBeUndefined();
    expect(await new MonthBook(db, 'account:b', '2026-03').find(idOf(1))).toBeUndefined();
  });

  it('leaves no page and no totals behind when the last row is taken', async () => {
    await edit((book) => book.add(transactionRow(1)));
    await edit((book) => book.take(idOf(1)));
    expect(await pageDirectory(db, SCOPE)).toEqual([]);
    expect(await readTotals(db, SCOPE)).toEqual([]);
  });

  it('continues from its last save when it changes again (G7)', async () => {
    await db.transaction('rw', db.ledger, async () => {
      const books = new MonthBooks(db);
      await books.readAhead({ scope: SCOPE, month: MONTH });
      for (const id of [1, 2]) {
        await books.at({ scope: SCOPE, month: MONTH }).add(transactionRow(id));
        await books.save();
      }
    });
    expect(await rowsOfMonth()).toHaveLength(2);
    expect(await recountMonth(db, SCOPE, MONTH)).toBe(true);
    expect(await recountSums(db, SCOPE)).toBe(true);
  });

  it('[S66g] equals a sorted list, and its totals a recount, after adds and takes, also of splits (G7)', async () => {
    const steps = fc.array(
      fc.record({
        id: fc.nat(40),
        day: fc.integer({ min: 1, max: 31 }),
        amount: fc.integer({ min: 3, max: 9999 }),
        isSplit: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        await dropLedger(db, SCOPE);
        const model = new Map<string, ReturnType<typeof transactionRow>>();
        for (const { id, day, amount, isSplit } of history) {
          const date = `${MONTH}-${day.toString().padStart(2, '0')}`;
          const row = transactionRow(id, { amount, date, ...(isSplit && splitOf(amount)) });
          const known = model.delete(row.id);
          if (!known) model.set(row.id, row);
          await edit((book) => (known ? book.take(row.id) : book.add(row)));
        }
        expect(await rowsOfMonth()).toEqual([...model.values()].sort(compareRows));
        expect(await recountMonth(db, SCOPE, MONTH)).toBe(true);
        expect(await recountSums(db, SCOPE)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  it('ends the same whether rows are exchanged in one pass or one by one, also across parts (G7)', async () => {
    const row = (id: number, day: number) =>
      transactionRow(id, { amount: id + 1, date: `${MONTH}-${day.toString().padStart(2, '0')}` });
    const steps = fc.array(
      fc.record({
        gone: fc.uniqueArray(fc.nat(700), { maxLength: 600 }),
        come: fc.uniqueArray(fc.tuple(fc.nat(700), fc.integer({ min: 1, max: 31 })), {
          maxLength: 600,
          selector: ([id]) => id,
        }),
      }),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        await dropLedger(db, SCOPE);
        const model = new Map<string, ReturnType<typeof transactionRow>>();
        for (const { gone, come } of history) {
          const rows = come.map(([id, day]) => row(id, day));
          const ids = [...new Set([...gone.map((id) => idOf(id)), ...rows.map(({ id }) => id)])];
          const expected = ids.flatMap((id) => model.get(id) ?? []);
          let taken: ReturnType<typeof transactionRow>[] = [];
          await edit(async (book) => {
            taken = await book.exchange(ids, rows);
          });
          expect(taken.toSorted(compareRows)).toEqual(expected.sort(compareRows));
          for (const id of ids) model.delete(id);
          for (const one of rows) model.set(one.id, one);
        }
        expect(await rowsOfMonth()).toEqual([...model.values()].sort(compareRows));
        expect(await recountMonth(db, SCOPE, MONTH)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
});

describe('totals', () => {
  it('are sums of cents by type, category and budget', () => {
    const lines = totalLines([
      transactionRow(1, { amount: 1 }),
      transactionRow(2, { amount: 20 }),
      transactionRow(3, { amount: 300, type: 'income' }),
      transactionRow(4, { amount: 4000, budgetId: idOf(9) }),
    ]);
    expect(lines.map(({ cents, count }) => [cents, count])).toEqual([
      [21, 2],
      [300, 1],
      [4000, 1],
    ]);
  });

  it('are repaired by a recount when they were wrong', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    await db.totals.put({ scope: SCOPE, month: MONTH, lines: [] });
    expect(await recountMonth(db, SCOPE, MONTH)).toBe(false);
    expect(await recountMonth(db, SCOPE, MONTH)).toBe(true);
  });

  it('of months that are not on the device are replaced together and leave the others alone', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1)]);
    const line = {
      nature: 'regular' as const,
      type: 'income' as const,
      refund: false,
      category: 'Salary',
      budgetId: null,
      cents: 5,
      count: 1,
      lines: 1,
    };
    await writeMonths(db, SCOPE, [], { from: '', before: MONTH, lines: [{ month: '2025-01', ...line }] });
    await writeMonths(db, SCOPE, [], { from: '', before: MONTH, lines: [{ month: '2025-02', ...line }] });
    expect((await readTotals(db, SCOPE)).map((one) => one.month)).toEqual(['2025-02', MONTH]);
    expect((await readTotals(db, SCOPE, '2026-01')).map((one) => one.month)).toEqual([MONTH]);
  });
});

describe('a split row', () => {
  it('[S66g] counts once under its own category without money, and its lines under theirs', async () => {
    await writeMonths(db, SCOPE, [transactionRow(1, { amount: 30, ...splitOf(30) }), transactionRow(2, { amount: 7 })]);
    const [month] = await readTotals(db, SCOPE);
    const known = month?.lines.map(({ category, cents, count, lines }) => ({ category, cents, count, lines }));
    expect(known).toEqual([
      { category: 'Split', cents: 0, count: 1, lines: 0 },
      { category: 'Food', cents: 36, count: 1, lines: 3 },
      { category: 'Home', cents: 1, count: 0, lines: 1 },
    ]);
    expect(await readSums(db, SCOPE)).toEqual({ income: 0, expense: 37, balance: -37, count: 2 });
  });
});

describe('sums', () => {
  const salary = {
    nature: 'regular',
    type: 'income',
    refund: false,
    category: 'Salary',
    budgetId: null,
    cents: 500,
    count: 1,
    lines: 1,
  } as const;

  it('are of the months on the device and of those with only totals (G7)', async () => {
    await writeMonths(db, SCOPE, [], {
      from: '',
      before: '9999-99',
      lines: [
        { month: '2025-01', ...salary },
        { month: MONTH, ...salary, type: 'expense', cents: 30 },
      ],
    });
    expect(await readSums(db, SCOPE)).toEqual({ income: 500, expense: 30, balance: 470, count: 2 });
    await writeMonths(db, SCOPE, [transactionRow(1, { amount: 40 })]);
    expect(await readSums(db, SCOPE)).toEqual({ income: 500, expense: 40, balance: 460, count: 2 });
    await edit((book) => book.add(transactionRow(2, { type: 'income', amount: 7 })));
    expect(await readSums(db, SCOPE)).toEqual({ income: 507, expense: 40, balance: 467, count: 3 });
    await writeMonths(db, SCOPE, [], { from: '', before: MONTH, lines: [] });
    expect(await readSums(db, SCOPE)).toEqual({ income: 7, expense: 40, balance: -33, count: 2 });
    await dropLedger(db, SCOPE);
    expect(await readSums(db, SCOPE)).toEqual({ income: 0, expense: 0, balance: 0, count: 0 });
  });

  it('[S64b] count other natures in the balance alone, also where an edit changes only the nature', async () => {
    const moved = transactionRow(1, { amount: 40 });
    await writeMonths(db, SCOPE, [moved, transactionRow(2, { type: 'income', amount: 500, nature: 'opening' })]);
    expect(await readSums(db, SCOPE)).toEqual({ income: 0, expense: 40, balance: 460, count: 2 });
    await edit((book) => book.exchange([moved.id], [{ ...moved, nature: 'transfer' }]));
    expect(await readSums(db, SCOPE)).toEqual({ income: 0, expense: 0, balance: 460, count: 2 });
    expect(await recountMonth(db, SCOPE, MONTH)).toBe(true);
    expect(await recountSums(db, SCOPE)).toBe(true);
  });

  it('include all months that change together, in every scope (G7)', async () => {
    await db.transaction('rw', db.ledger, async () => {
      const books = new MonthBooks(db);
      for (const scope of [SCOPE, 'account:b']) {
        await books.at({ scope, month: MONTH }).add(transactionRow(1));
        await books.at({ scope, month: '2026-04' }).add(transactionRow(2, { date: '2026-04-01' }));
      }
      await books.save();
      await books.at({ scope: SCOPE, month: MONTH }).add(transactionRow(3));
      await books.save();
    });
    expect((await readSums(db, SCOPE)).balance).toBe(-300);
    expect((await readSums(db, 'account:b')).balance).toBe(-200);
  });

  it('without a record are computed from the months, and continue from there (G7)', async () => {
    await db.totals.put({ scope: SCOPE, month: '2025-01', lines: [salary] });
    expect((await readSums(db, SCOPE)).balance).toBe(500);
    await edit((book) => book.add(transactionRow(1)));
    expect((await readSums(db, SCOPE)).balance).toBe(400);
  });
});

/** Two lines for Food and one cent for Home. */
function splitOf(amount: number) {
  const cents = [1, amount - 2, 1];
  const lines = cents.map((one, n) => ({
    id: idOf(500 + n),
    category: n === 2 ? 'Home' : 'Food',
    cents: one,
    note: '',
  }));
  return { category: 'Split', lines };
}
