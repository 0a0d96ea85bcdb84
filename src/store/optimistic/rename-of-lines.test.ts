import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { type Database, openDatabase } from '../database/database.ts';
import {
  ACCOUNT,
  ANNA,
  accountRow,
  categoryRow,
  idOf,
  insertTransaction,
  OTHER_ACCOUNT,
  transactionRow,
} from '../database/rows.fixture.ts';
import { readTotals } from '../ledger/ledger.ts';
import { findTransaction } from '../queries/rows/transactions.ts';
import { commitMutation } from './mutations.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([ACCOUNT, OTHER_ACCOUNT].map((id) => accountRow({ id })));
});
afterEach(() => db.delete());

const commit = (operation: Operation) =>
  commitMutation(db, [operation], { ...ANNA, now: new Date('2026-03-10T12:00:00Z') });
const rename = (from: string, to: string): Operation => ({
  kind: 'call',
  name: 'category.rename',
  arguments: { type: 'expense', from, to },
});

it('[S66d] shows the new name in lines and totals, not in the word Split, also in another account', async () => {
  await db.categories.bulkPut([categoryRow(3), categoryRow(4, { name: 'Split' })]);
  const lines = ['Food', 'Home'].map((category, n) => ({ id: idOf(50 + n), category, cents: 60 - 20 * n, note: '' }));
  await commit(insertTransaction(transactionRow(1, { amount: 100, category: 'Split', lines })));
  await commit(rename('Food', 'Meals'));
  await commit(rename('Split', 'Divided'));
  const shown = async () => {
    const row = await findTransaction(db, idOf(1), {});
    return [row?.category, ...(row?.lines ?? []).map(({ category }) => category)];
  };
  expect(await shown()).toEqual(['Split', 'Meals', 'Home']);
  const [totals] = await readTotals(db, `account:${ACCOUNT}`);
  expect(totals?.lines.map(({ category, cents }) => [category, cents])).toContainEqual(['Meals', 60]);
  await commit({
    kind: 'patch',
    table: 'transactions',
    id: idOf(1),
    seen: 1,
    before: { accountId: ACCOUNT },
    after: { accountId: OTHER_ACCOUNT },
  });
  expect(await shown()).toEqual(['Split', 'Meals', 'Home']);
});
