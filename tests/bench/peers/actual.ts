/** Actual's own engine for the web: SQLite in a worker, stored in IndexedDB, with the change log of its sync. */
import {
  addTransactions,
  aqlQuery,
  createAccount,
  createCategory,
  createCategoryGroup,
  deleteTransaction,
  getAccountBalance,
  init,
  q,
  runImport,
  updateTransaction,
} from '@actual-app/api';
import type { Engine, SortColumn } from '../engines/engine.ts';
import { expose } from '../engines/expose.ts';
import { firstHundred } from '../engines/scan.ts';
import { ACCOUNTS, CATEGORIES, MAIN_ACCOUNT, type SampleRow, signed } from '../sample-rows.ts';

const COLUMNS: Record<SortColumn, string> = {
  date: 'date',
  description: 'notes',
  category: 'category.name',
  amount: 'amount',
};

/** Maps our ids to Actual's. */
type Ids = Map<string, string>;

interface Read {
  id: string;
  imported_id: string | null;
  amount: number;
}

expose(async (): Promise<Engine> => {
  await init({ dataDir: '/documents', verbose: false });
  await runImport('peer', async () => {});
  const accounts: Ids = new Map();
  for (const id of ACCOUNTS) accounts.set(id, await createAccount({ name: id, offbudget: false }));
  const main = known(accounts, MAIN_ACCOUNT);
  const group = await createCategoryGroup({ name: 'All' });
  const categories: Ids = new Map();
  for (const name of CATEGORIES) categories.set(name, await createCategory({ name, group_id: group }));
  let ids: Ids | null = null;
  const idOf = async (row: SampleRow) => {
    ids ??= new Map(
      (await ask<Read>(q('transactions').select(['id', 'imported_id']))).map((one) => [one.imported_id ?? '', one.id]),
    );
    return known(ids, row.id);
  };
  const ofMain = () => q('transactions').filter({ account: main });
  const take = async (rows: readonly SampleRow[]) => {
    for (const [account, some] of Map.groupBy(rows, (row) => known(accounts, row.accountId))) {
      await addTransactions(
        account,
        some.map((row) => ({
          date: row.date,
          amount: signed(row),
          notes: row.description,
          category: known(categories, row.category),
          imported_id: row.id,
        })),
      );
    }
  };
  const newest = (limit: number, offset: number) =>
    ask<Read>(
      ofMain()
        .select(['id', 'date', 'notes', 'amount', 'category.name'])
        .orderBy({ date: 'desc' })
        .limit(limit)
        .offset(offset),
    );
  return {
    fill: async (rows) => {
      for (let at = 0; at < rows.length; at += 5_000) await take(rows.slice(at, at + 5_000));
    },
    add: (row) => take([row]),
    edit: async (row, amount) => {
      await updateTransaction(await idOf(row), { amount: signed({ type: row.type, amount }) });
    },
    move: async (row, date) => {
      await updateTransaction(await idOf(row), { date });
    },
    remove: async (row) => {
      await deleteTransaction(await idOf(row));
    },
    newest: async (limit) => (await newest(limit, 0)).length,
    month: async (month) =>
      (
        await ask<Read>(
          ofMain()
            .filter({ date: { $transform: '$month', $eq: month } })
            .select('*'),
        )
      ).length,
    page: async (offset, limit) => (await newest(limit, offset)).length,
    filter: async (text) => {
      const like = { $like: `%${text}%` };
      const found = ofMain().filter({ $or: [{ notes: like }, { 'category.name': like }] });
      const [[total]] = await Promise.all([
        ask<{ result: number }>(found.select({ result: { $count: '$id' } })),
        ask<Read>(found.select(['id', 'date', 'notes', 'amount']).limit(100)),
      ]);
      return total?.result ?? 0;
    },
    sort: async (column) =>
      firstHundred(
        (
          await ask<Read>(
            ofMain()
              .select(['id', 'amount'])
              .orderBy([{ [COLUMNS[column]]: 'asc' }, { date: 'desc' }, { imported_id: 'asc' }])
              .limit(100),
          )
        ).map((one) => ({
          amount: Math.abs(one.amount),
        })),
      ),
    balance: () => getAccountBalance(main),
    categories: async (from, to) => {
      const sums = await ask<{ sum: number }>(
        ofMain()
          .filter({ $and: [{ date: { $gte: from } }, { date: { $lte: to } }] })
          .groupBy('category')
          .select(['category', { sum: { $sum: '$amount' } }]),
      );
      return { count: sums.length, cents: sums.reduce((all, { sum }) => all + sum, 0) };
    },
  };
});

/** The rows of a query. The selected columns decide their shape. */
async function ask<Row>(query: ReturnType<typeof q>): Promise<Row[]> {
  const answer = await aqlQuery(query);
  if (!hasRows<Row>(answer)) throw new Error('Actual answered without rows');
  return answer.data;
}

function hasRows<Row>(answer: unknown): answer is { data: Row[] } {
  return typeof answer === 'object' && answer !== null && 'data' in answer && Array.isArray(answer.data);
}

function known(ids: Ids, id: string): string {
  const found = ids.get(id);
  if (found === undefined) throw new Error(`${id} is not known`);
  return found;
}
