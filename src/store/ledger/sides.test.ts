import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { ANNA, idOf, transactionRow } from '../database/rows.fixture.ts';
import { dropLedger, MonthBooks, writeMonths } from './ledger.ts';

const SCOPE = 'account:a';
const MONTH = '2026-03';
const PLACE = { scope: SCOPE, month: MONTH };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

const side = (id: number, transfer: number | null) =>
  transactionRow(id, { nature: 'transfer', transferId: transfer === null ? null : idOf(transfer) });

async function move(rows: readonly [id: number, transfer: number | null, isHere: boolean][], gone: readonly number[]) {
  await db.transaction('rw', db.ledger, async () => {
    const books = new MonthBooks(db);
    const leaving = gone.map((id) => ({ id: idOf(id), from: [PLACE], to: [], row: null }));
    const coming = rows.map(([id, transfer, isHere]) => {
      return { id: idOf(id), from: isHere ? [PLACE] : [], to: [PLACE], row: side(id, transfer) };
    });
    await books.move([...leaving, ...coming]);
    await books.save();
  });
}

const namedIn = async () => (await db.sides.toArray()).flatMap(({ transfers }) => transfers.split(' ')).sort();

it('a month names exactly the transfers of its rows, after rows came, changed and went', async () => {
  const steps = fc.array(
    fc.record({
      put: fc.uniqueArray(fc.tuple(fc.nat(30), fc.option(fc.integer({ min: 100, max: 105 }))), {
        maxLength: 25,
        selector: ([id]) => id,
      }),
      gone: fc.uniqueArray(fc.nat(30), { maxLength: 10 }),
    }),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async ([first, ...later]) => {
      await dropLedger(db, SCOPE);
      const model = new Map(first?.put);
      await writeMonths(
        db,
        SCOPE,
        [...model].map(([id, transfer]) => side(id, transfer)),
      );
      for (const { put, gone } of later) {
        const left = gone.filter((id) => model.has(id) && !put.some(([other]) => other === id));
        await move(
          put.map(([id, transfer]) => [id, transfer, model.has(id)]),
          left,
        );
        for (const id of left) model.delete(id);
        for (const [id, transfer] of put) model.set(id, transfer);
      }
      const transfers = [...model.values()].flatMap((one) => (one === null ? [] : [idOf(one)]));
      expect(await namedIn()).toEqual(transfers.sort());
    }),
    { numRuns: 40 },
  );
});

it('a month without sides has no record', async () => {
  await writeMonths(db, SCOPE, [side(1, 100)]);
  expect(await namedIn()).toEqual([idOf(100)]);
  await move([[1, null, true]], []);
  expect(await db.sides.count()).toBe(0);
});
