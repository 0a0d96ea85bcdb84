import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Insert } from '#domain/mutations/operations';
import { type Database, openDatabase } from '../database/database.ts';
import { ACCOUNT, ANNA, accountRow, idOf, transactionRow } from '../database/rows.fixture.ts';

import { writeMonths } from '../ledger/ledger.ts';
import { readScope } from '../ledger/many-pages.ts';
import { settle } from '../local/settle.ts';
import { allBases, countBases, deleteBasesBut, readBases } from './bases.ts';
import { commitMutation } from './mutations.ts';
import { rebase } from './rebase.ts';

const scope = `account:${ACCOUNT}`;
const context = { userId: ANNA.userId, userEmail: ANNA.userEmail, now: new Date('2026-03-10T12:00:00.000Z') };

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.put(accountRow());
});
afterEach(() => db.delete());

function added(n: number): Insert {
  const { version, userId, userEmail, ...row } = transactionRow(n, { date: n % 2 ? '2026-03-05' : '2026-02-05' });
  return { kind: 'insert', table: 'transactions', row };
}
const addRows = (from: number, count: number) =>
  commitMutation(
    db,
    Array.from({ length: count }, (_, at) => added(from + at)),
    context,
  );
const rows = async () => (await readScope(db, scope)).flatMap((page) => page.rows).map(({ id }) => id);
const key = (n: number) => ['transactions', idOf(n)] as const;
const stored = async () => (await db.bases.toArray()).map(({ table }) => table).sort();

describe('the bases of many rows that one entry adds', () => {
  it('stand in one record, and are read as those of single rows are', async () => {
    await addRows(1, 30);
    expect(await stored()).toEqual(['added']);
    expect(await countBases(db)).toBe(30);
    const seen = [{ scope, month: '2026-02' }];
    const base = { table: 'transactions', id: idOf(2), row: null, places: [], seen };
    expect([...(await readBases(db, [[...key(2)], [...key(99)]])).values()]).toEqual([base]);
  });

  it('give way to that of a row which a later entry touches', async () => {
    await addRows(1, 30);
    await commitMutation(db, [{ kind: 'delete', table: 'transactions', id: idOf(2) }], {
      ...context,
      seen: [transactionRow(2, { date: '2026-02-05' })],
    });
    expect(await stored()).toEqual(['added', 'transactions']);
    expect((await allBases(db)).get(`transactions ${idOf(2)}`)).toMatchObject({ row: null, places: [], seen: [] });
    expect(await rows()).toHaveLength(29);
  });

  it('are rolled back with their entry alone, and replayed', async () => {
    await addRows(1, 30);
    await addRows(31, 5);
    await rebase(db, [[...key(3)]], async ({ entries }) => {
      expect(entries).toHaveLength(1);
      expect(await rows()).toHaveLength(5);
      expect(await countBases(db)).toBe(5);
      return entries;
    });
    expect(await rows()).toHaveLength(35);
    expect(await countBases(db)).toBe(35);
    await rebase(db, [[...key(3)]], async () => []);
    expect(await rows()).toHaveLength(5);
    expect(await countBases(db)).toBe(5);
  });

  it('are rolled back without a row that only another entry touches', async () => {
    const other = transactionRow(900, { date: '2026-01-05' });
    await writeMonths(db, scope, [other]);
    await commitMutation(db, [{ kind: 'delete', table: 'transactions', id: other.id }], { ...context, seen: [other] });
    await addRows(1, 150);
    await rebase(db, [[...key(3)]], async ({ entries }) => entries);
    expect(await rows()).not.toContain(other.id);
    expect(await countBases(db)).toBe(151);
  });

  it('go with the entry that adds them, although a later entry that is left touches one of the rows', async () => {
    await addRows(1, 30);
    const holdUntil = new Date(context.now.getTime() + 10_000);
    await commitMutation(db, [{ kind: 'delete', table: 'transactions', id: idOf(2) }], {
      ...context,
      holdUntil,
      seen: [transactionRow(2, { date: '2026-02-05' })],
    });
    await deleteBasesBut(db, await db.outbox.toArray());
    expect((await allBases(db)).size).toBe(30);
    await settle(db, context.now);
    expect(await stored()).toEqual(['transactions']);
    expect([...(await allBases(db)).keys()]).toEqual([`transactions ${idOf(2)}`]);
    await settle(db, holdUntil);
    expect(await db.bases.count()).toBe(0);
  });
});
