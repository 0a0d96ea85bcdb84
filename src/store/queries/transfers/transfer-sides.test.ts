import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import type { TransactionRow } from '#domain/rows';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { MonthBooks, writeMonths } from '../../ledger/ledger.ts';
import { otherSides } from './transfer-sides.ts';

const side = (number: number, over: Partial<TransactionRow>) =>
  transactionRow(number, { nature: 'transfer', category: 'Transfer', transferId: idOf(900), ...over });
const from = side(1, { date: '2025-11-02' });
const to = side(2, { accountId: OTHER_ACCOUNT, type: 'income', date: '2026-03-05' });

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow(), accountRow({ id: OTHER_ACCOUNT, name: 'Savings' })]);
  await writeMonths(db, accountScope(ACCOUNT), [from]);
});
afterEach(() => db.delete());

it('a list hears of the other side when it comes, and when it goes, months away', async () => {
  const seen: (string | undefined)[] = [];
  const query = liveQuery(() => otherSides(db, [from])).subscribe((found) => seen.push(found.get(from.id)?.row.id));
  await vi.waitFor(() => expect(seen).toEqual([undefined]));
  await writeMonths(db, accountScope(OTHER_ACCOUNT), [to]);
  await vi.waitFor(() => expect(seen.at(-1)).toBe(to.id));
  await db.transaction('rw', db.ledger, async () => {
    const books = new MonthBooks(db);
    const place = { scope: accountScope(OTHER_ACCOUNT), month: '2026-03' };
    await books.move([{ id: to.id, from: [place], to: [place], row: { ...to, nature: 'regular', transferId: null } }]);
    await books.save();
  });
  await vi.waitFor(() => expect(seen.at(-1)).toBeUndefined());
  query.unsubscribe();
});

it('many are found as one is, and never in an account of which the user has only a budget', async () => {
  const many = Array.from({ length: 300 }, (_, at) => at + 10);
  const date = (at: number) => `20${String(10 + (at % 10))}-0${(at % 9) + 1}-05`;
  const pair = (at: number, over: Partial<TransactionRow>) => side(at, { transferId: idOf(2000 + at), ...over });
  const rows = many.map((at) => pair(at, { date: date(at) }));
  const others = many.map((at) => pair(at + 1000, { accountId: OTHER_ACCOUNT, transferId: idOf(2000 + at) }));
  await writeMonths(db, accountScope(ACCOUNT), [...rows, from]);
  await writeMonths(db, accountScope(OTHER_ACCOUNT), [...others, to]);
  const found = await otherSides(db, [...rows, from]);
  expect([found.size, found.get(from.id)?.row.id]).toEqual([301, to.id]);
  expect((await otherSides(db, rows.slice(0, 3))).get(rows[0]?.id ?? '')).toEqual(found.get(rows[0]?.id ?? ''));
  await db.accounts.delete(OTHER_ACCOUNT);
  expect((await otherSides(db, [from])).size).toBe(0);
});
