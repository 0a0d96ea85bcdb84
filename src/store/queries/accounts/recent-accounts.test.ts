import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { idOf, transactionRow } from '../../database/rows.fixture.ts';
import { writeMonths } from '../../ledger/ledger.ts';
import { recentAccounts } from './recent-accounts.ts';

const [CASH, BANK, SAVINGS, LOAN] = [idOf(91), idOf(92), idOf(93), idOf(94)];

it('names the accounts into which the user entered something last, whatever its date', async () => {
  const db = await openDatabase(crypto.randomUUID());
  const add = (n: number, accountId: string, row: Parameters<typeof transactionRow>[1]) =>
    writeMonths(db, `account:${accountId}`, [transactionRow(n, { accountId, userId: db.userId, ...row })]);
  await add(1, CASH, { date: '2026-03-04', createdAt: '2026-03-04T10:00:00.000Z' });
  await add(2, BANK, { date: '2026-03-01', createdAt: '2026-03-05T10:00:00.000Z' });
  await add(3, SAVINGS, { date: '2026-03-06', createdAt: '2026-03-06T10:00:00.000Z', importId: idOf(1) });
  await add(4, LOAN, { date: '2026-03-06', createdAt: '2026-03-06T10:00:00.000Z', userId: idOf(2) });
  const all = [CASH, BANK, SAVINGS, LOAN];
  expect(await recentAccounts(db, all, 3)).toEqual([BANK, CASH]);
  expect(await recentAccounts(db, all, 1)).toEqual([BANK]);
  expect(await recentAccounts(db, [CASH], 3)).toEqual([CASH]);
  db.close();
});
