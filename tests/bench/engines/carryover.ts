/** The app's own store: commands, queries and the search worker, as the screens use them. */

import { today } from '#domain/dates/dates';
import { accountScope } from '#domain/ids/scopes';
import { buildReport } from '#domain/reports/report';
import { TRANSACTION_DEFAULTS, type TransactionRow } from '#domain/rows';
import { lineInput } from '#domain/transactions/entered-lines';
import { NEWEST_FIRST, type Order } from '#domain/transactions/transactions';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import { deleteTransaction } from '#store/commands/transactions/transaction-delete';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { type Database, openDatabase } from '#store/database/database';
import { readPage, writeMonths } from '#store/ledger/ledger';
import { accountSummary } from '#store/queries/accounts/accounts';
import { readReport } from '#store/queries/reports';
import { newestTransactions } from '#store/queries/rows/transactions';
import { accountSource } from '#store/search/account-source';
import { openSearch } from '#store/search/client';
import { ACCOUNTS, MAIN_ACCOUNT, type SampleRow } from '../sample-rows.ts';
import type { Engine } from './engine.ts';
import { expose } from './expose.ts';
import { linesOf, realLife } from './real-life.ts';
import { firstHundred } from './scan.ts';

const actor = { userId: '00000000-0000-4000-8000-00000000000a', email: 'ada@example.org' };
const sources = [accountSource(MAIN_ACCOUNT)];

expose(async (): Promise<Engine> => {
  const db = await openDatabase(actor.userId);
  const day = today(new Date());
  const search = openSearch(actor.userId);
  const view = search.view();
  const ask = async (text: string, order: Order, offset: number, limit: number) => {
    const found = await view.ask({ sources, text, today: day, order, offset, limit });
    if (!found) throw new Error('the question was overtaken');
    return found;
  };
  return {
    fill: (rows) => fill(db, rows),
    add: async (row) => {
      const { amount, id: _, createdAt: __, ...fields } = row;
      done(
        await addTransaction(db, actor, { ...fields, amount: (amount / 100).toFixed(2), notes: '', budgetId: null }),
      );
    },
    edit: async (row, amount) => {
      const before = stored(row);
      const lines = before.lines && linesOf(row, amount).map(lineInput);
      done(await updateTransaction(db, actor, { row: before, amount: (amount / 100).toFixed(2), lines }));
    },
    move: async (row, date) => done(await updateTransaction(db, actor, { row: stored(row), date })),
    remove: async (row) => done(await deleteTransaction(db, actor, { row: stored(row) })),
    newest: async (limit) => (await newestTransactions(db, MAIN_ACCOUNT, limit)).length,
    month: (month) => monthLength(db, month),
    page: async (offset, limit) => (await ask('', NEWEST_FIRST, offset, limit)).rows.length,
    filter: async (text) => (await ask(text, NEWEST_FIRST, 0, 100)).total,
    sort: async (column) => firstHundred((await ask('', { column, direction: 'ascending' }, 0, 100)).rows),
    balance: async () => (await accountSummary(db, MAIN_ACCOUNT)).balance,
    categories: async (from, to) => {
      const { parts } = await readReport(db, { kind: 'account', id: MAIN_ACCOUNT }, { from, to });
      const { categories, netChange } = buildReport(parts, null);
      return { count: new Set(categories.map(({ category }) => category)).size, cents: netChange };
    },
    prepareSearch: async () => {
      const fresh = openSearch(actor.userId);
      await fresh.view().ask({ sources, text: '', today: day, order: NEWEST_FIRST, offset: 0, limit: 0 });
      fresh.close();
    },
  };
});

/** Writes accounts with their cursors, as after a pull, and the rows. */
async function fill(db: Database, rows: readonly SampleRow[]): Promise<void> {
  for (const id of ACCOUNTS) {
    await db.accounts.put({
      id,
      version: 1,
      createdAt: '2016-01-01T00:00:00.000Z',
      name: 'Household',
      type: 'personal',
      description: null,
      accountNumber: null,
      kind: 'other',
      archived: false,
      position: null,
      ownerId: actor.userId,
    });
    await db.cursors.put({
      scope: accountScope(id),
      accountId: id,
      role: 'owner',
      version: 1,
      grantId: 'g',
      before: null,
    });
    await writeMonths(db, accountScope(id), rows.filter((row) => row.accountId === id).map(stored));
  }
}

function stored(row: SampleRow): TransactionRow {
  return {
    ...row,
    version: 1,
    notes: '',
    budgetId: null,
    ...TRANSACTION_DEFAULTS,
    ...realLife(row),
    userId: actor.userId,
    userEmail: actor.email,
  };
}

async function monthLength(db: Database, month: string): Promise<number> {
  let rows = 0;
  for (let part = 0; ; part++) {
    const page = await readPage(db, accountScope(MAIN_ACCOUNT), month, part);
    if (!page) return rows;
    rows += page.rows.length;
  }
}

function done(outcome: { ok: boolean }): void {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
}
