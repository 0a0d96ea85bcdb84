/**
 * RxDB with its free Dexie storage: one document for each transaction, with the indexes that the questions need. A
 * document of sums for each month is kept up to date, as an app with balances and reports must do. RxDB has no
 * transaction over both.
 */
import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import type { Engine } from '../engines/engine.ts';
import { expose } from '../engines/expose.ts';
import { byColumn } from '../engines/scan.ts';
import { MAIN_ACCOUNT, type SampleRow, signed } from '../sample-rows.ts';
import { schema } from './rxdb-schema.ts';

interface MonthSums {
  /** The account and the month. */
  id: string;
  /** Cents by category, signed. */
  cents: Record<string, number>;
}

const sumsSchema: RxJsonSchema<MonthSums> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: { id: { type: 'string', maxLength: 50 }, cents: { type: 'object', additionalProperties: true } },
  required: ['id', 'cents'],
};

expose(async (): Promise<Engine> => {
  const db = await createRxDatabase({ name: 'peer', storage: getRxStorageDexie(), multiInstance: false });
  const collections = await db.addCollections<{ transactions: RxCollection<SampleRow>; sums: RxCollection<MonthSums> }>(
    {
      transactions: { schema },
      sums: { schema: sumsSchema },
    },
  );
  const { transactions, sums } = collections;

  const read = async (selector: object, more: object = {}): Promise<SampleRow[]> => {
    const found = await transactions.find({ selector: { accountId: MAIN_ACCOUNT, ...selector }, ...more }).exec();
    return found.map((document) => document.toMutableJSON());
  };
  const newestFirst = { sort: [{ date: 'desc' }, { id: 'asc' }] };
  const count = async (row: SampleRow, sign: 1 | -1) => {
    const id = monthId(row.accountId, row.date);
    const month = (await sums.findOne(id).exec()) ?? (await sums.insertIfNotExists({ id, cents: {} }));
    await month.incrementalModify((data: MonthSums) => ({ ...data, cents: counted(data.cents, row, sign) }));
  };
  const find = async ({ id }: SampleRow) => {
    const document = await transactions.findOne(id).exec();
    if (!document) throw new Error(`${id} is not there`);
    return document;
  };
  const change = async (row: SampleRow, fields: Partial<SampleRow>) => {
    const document = await find(row);
    const before = document.toMutableJSON();
    await document.incrementalPatch(fields);
    await count(before, -1);
    await count({ ...before, ...fields }, 1);
  };
  const sumsOf = async (from: string, to: string) => {
    const id = { $gte: monthId(MAIN_ACCOUNT, from), $lte: monthId(MAIN_ACCOUNT, to) };
    return (await sums.find({ selector: { id } }).exec()).map(({ cents }) => cents);
  };
  return {
    fill: async (rows) => {
      for (let at = 0; at < rows.length; at += 5_000) await transactions.bulkInsert(rows.slice(at, at + 5_000));
      const months = Map.groupBy(rows, (row) => monthId(row.accountId, row.date));
      await sums.bulkInsert(
        [...months].map(([id, some]) => ({ id, cents: some.reduce((cents, row) => counted(cents, row, 1), {}) })),
      );
    },
    add: async (row) => {
      await transactions.insert(row);
      await count(row, 1);
    },
    edit: (row, amount) => change(row, { amount }),
    move: (row, date) => change(row, { date }),
    remove: async (row) => {
      const document = await find(row);
      const before = document.toMutableJSON();
      await document.remove();
      await count(before, -1);
    },
    newest: async (limit) => (await read({}, { ...newestFirst, limit })).length,
    month: async (month) => (await read({ date: { $gte: `${month}-01`, $lte: `${month}-31` } })).length,
    page: async (skip, limit) => (await read({}, { ...newestFirst, skip, limit })).length,
    filter: async (typed) => {
      const regex = { $regex: typed, $options: 'i' };
      return (await read({ $or: [{ description: regex }, { category: regex }] })).length;
    },
    sort: async (column) => byColumn(await read({}), column),
    balance: async () => total(await sumsOf('0000-00', '9999-99')),
    // Whole months only. Days at the edge of a period would need a separate read.
    categories: async (from, to) => {
      const months = await sumsOf(from, to);
      return { count: new Set(months.flatMap((cents) => Object.keys(cents))).size, cents: total(months) };
    },
  };
});

function monthId(accountId: string, date: string): string {
  return `${accountId} ${date.slice(0, 7)}`;
}

function counted(cents: MonthSums['cents'], row: SampleRow, sign: 1 | -1): MonthSums['cents'] {
  return { ...cents, [row.category]: (cents[row.category] ?? 0) + sign * signed(row) };
}

function total(months: readonly MonthSums['cents'][]): number {
  return months.flatMap((cents) => Object.values(cents)).reduce((sum, cents) => sum + cents, 0);
}
