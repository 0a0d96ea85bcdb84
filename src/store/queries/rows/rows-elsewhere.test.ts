import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, OTHER_ACCOUNT, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { rowsElsewhere } from './rows-elsewhere.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
});
afterEach(() => db.delete());

it('tells which rows are gone and which stand elsewhere, and nothing of those that stand where they were', async () => {
  const stands = transactionRow(1, { date: '2026-01-04' });
  const gone = transactionRow(2, { date: '2026-01-05' });
  const later = transactionRow(3, { date: '2026-01-06' });
  const given = transactionRow(4, { date: '2024-05-06' });
  const [nowLater, nowGiven] = [
    { ...later, date: '2026-03-01' },
    { ...given, accountId: OTHER_ACCOUNT },
  ];
  await writeMonths(db, accountScope(ACCOUNT), [{ ...stands, description: 'Edited' }, nowLater]);
  await writeMonths(db, accountScope(OTHER_ACCOUNT), [nowGiven]);
  const found = await rowsElsewhere(db, [stands, gone, later, given]);
  expect([...found]).toEqual([
    [gone.id, null],
    [later.id, expect.objectContaining({ date: '2026-03-01' })],
    [given.id, expect.objectContaining({ accountId: OTHER_ACCOUNT })],
  ]);
});
