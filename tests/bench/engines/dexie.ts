/** The floor on disk: one IndexedDB record for each transaction, with three indexes. No outbox, no totals. */
import { Dexie, type Table } from 'dexie';
import { MAIN_ACCOUNT, type SampleRow, signed } from '../sample-rows.ts';
import type { Engine } from './engine.ts';
import { expose } from './expose.ts';
import { byColumn, categorySums, matches } from './scan.ts';

expose(async (): Promise<Engine> => {
  const db = new Dexie('bare');
  db.version(1).stores({ transactions: 'id, [accountId+date], category, description' });
  await db.open();
  const transactions: Table<SampleRow, string> = db.table('transactions');
  const days = (from: string, to: string) =>
    transactions.where('[accountId+date]').between([MAIN_ACCOUNT, from], [MAIN_ACCOUNT, to], true, true);
  const all = () => days('', '9999');
  return {
    fill: async (rows) => {
      for (let at = 0; at < rows.length; at += 10_000) await transactions.bulkPut(rows.slice(at, at + 10_000));
    },
    add: async (row) => {
      await transactions.put(row);
    },
    edit: async ({ id }, amount) => {
      await transactions.update(id, { amount });
    },
    move: async ({ id }, date) => {
      await transactions.update(id, { date });
    },
    remove: ({ id }) => transactions.delete(id),
    newest: async (limit) => (await all().reverse().limit(limit).toArray()).length,
    month: async (month) => (await days(`${month}-01`, `${month}-31`).toArray()).length,
    page: async (offset, limit) => (await all().reverse().offset(offset).limit(limit).toArray()).length,
    filter: async (text) => (await all().toArray()).filter(matches(text)).length,
    sort: async (column) => byColumn(await all().toArray(), column),
    balance: async () => (await all().toArray()).reduce((sum, row) => sum + signed(row), 0),
    categories: async (from, to) => categorySums(await days(from, to).toArray()),
  };
});
