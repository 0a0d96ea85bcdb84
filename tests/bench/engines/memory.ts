/** The floor: arrays in memory, scanned. Nothing is stored. */
import { MAIN_ACCOUNT, type SampleRow, signed } from '../sample-rows.ts';
import type { Engine } from './engine.ts';
import { expose } from './expose.ts';
import { byColumn, categorySums, matches } from './scan.ts';

expose(async (): Promise<Engine> => {
  let rows: SampleRow[] = [];
  const main = () => rows.filter((row) => row.accountId === MAIN_ACCOUNT);
  const change = async (id: string, fields: Partial<SampleRow>) => {
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (row) rows[at] = { ...row, ...fields };
  };
  const newestFirst = () => main().sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  return {
    fill: async (given) => {
      rows = [...given];
    },
    add: async (row) => {
      rows.push(row);
    },
    edit: ({ id }, amount) => change(id, { amount }),
    move: ({ id }, date) => change(id, { date }),
    remove: async ({ id }) => {
      rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      );
    },
    newest: async (limit) => newestFirst().slice(0, limit).length,
    month: async (month) => main().filter((row) => row.date.startsWith(month)).length,
    page: async (offset, limit) => newestFirst().slice(offset, offset + limit).length,
    filter: async (text) => main().filter(matches(text)).length,
    sort: async (column) => byColumn(main(), column),
    balance: async () => main().reduce((sum, row) => sum + signed(row), 0),
    categories: async (from, to) => categorySums(main().filter((row) => row.date >= from && row.date <= to)),
  };
});
