/**
 * Ada, her household with a budget for Food, and functions for tests: they write any value for her and read everything
 * back.
 */
import type { TransactionSql } from 'postgres';
import * as v from 'valibot';
import { Heads, PROTOCOL_VERSION, PullAnswer, PushAnswer } from '../../../sync/protocol.ts';
import { Sums } from '../../../sync/sums.ts';
import type { TestDatabase } from '../../support/backend.ts';
import { scheduled } from '../../sync/support/schedules-world.ts';
import { makeBudget, makePerson, noCursors, openAccount, type Person, transaction } from '../sql/people.ts';
import { type Place, writableColumns } from './extreme.ts';

export type Written = { place: Place; value: string | null }[];

/**
 * The catalogue gives the names of places, and generators give the values. Both are text until PostgreSQL casts them.
 */
export type ValuesScene = {
  ada: Person;
  household: string;
  /** The budget's id. */
  food: string;
  /** The id of its category. */
  foodCategory: string;
  /** By table: a row that a device could have made. */
  clientRows(): Record<string, Record<string, unknown> & { id: string }>;
  /** Inserts a row that the table API accepts, with these values over it. */
  insert(sql: TransactionSql, table: string, written: Written): Promise<void>;
  update(sql: TransactionSql, table: string, written: Written): Promise<void>;
  call(sql: TransactionSql, name: string, written: Written): Promise<void>;
  push(sql: TransactionSql, operations: unknown[]): Promise<PushAnswer>;
  /** Everything that a device asks for, parsed as a device parses it. */
  read(sql: TransactionSql): Promise<PullAnswer>;
  /** Runs `work` and undoes it. */
  attempt<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T>;
};

export const emoji = (count: number) => '😀'.repeat(count);

class Undo extends Error {}

export async function makeValuesScene(database: TestDatabase): Promise<ValuesScene> {
  const ada = await makePerson(database, 'ada');
  const household = await openAccount(ada);
  const food = await makeBudget(ada, household, 'Food');
  const [budget] = await ada.sql<{ id: string }[]>`select category_id as id from budgets`;
  const columns = await writableColumns(database.sql, 'insert');
  const columnTypes = new Map(columns.map(({ owner, name, type }) => [`${owner}.${name}`, type]));
  const rows: Record<string, Record<string, string>> = {
    accounts: { account_name: 'Shop' },
    budgets: { account_id: household, name: 'Sweets', amount: '10' },
    categories: { account_id: household, name: 'Sweets', type: 'expense' },
    reconciliations: { account_id: household, statement_date: '2026-03-31', statement_balance: '1' },
    imports: { account_id: household, file_name: 'march.csv', format: 'csv' },
    schedules: {
      account_id: household,
      type: 'debit',
      amount: '1',
      category_name: 'Food',
      rhythm: 'day 1',
      start_date: '2026-03-31',
    },
    invitations: { target: 'budget', budget_id: food, email: 'gus@example.org' },
    transactions: { account_id: household, type: 'debit', amount: '1', transaction_date: '2026-03-31' },
  };

  return {
    ada,
    household,
    food,
    foodCategory: budget?.id ?? '',

    clientRows() {
      const made = { id: crypto.randomUUID(), createdAt: '2026-03-31T10:00:00.000Z' };
      const account = { name: 'Shop', type: 'personal', description: null, accountNumber: null, ownerId: ada.id };
      const here = { ...made, accountId: household };
      const budgets = { name: 'Sweets', amount: 1000, categoryId: null, description: null, shortId: 'SWEETS' };
      return {
        accounts: { ...made, ...account },
        budgets: { ...here, ...budgets, currencyCode: 'USD', periodType: 'monthly', startDate: '2026-03-01' },
        categories: { ...here, name: 'Sweets', type: 'expense' },
        reconciliations: { ...here, date: '2026-03-31', balance: 100 },
        imports: { ...here, fileName: 'march.csv', format: 'csv' },
        schedules: { ...scheduled(household), id: made.id },
        transactions: { ...transaction(household) },
      };
    },

    async insert(sql, table, written) {
      const row = { ...rows[table], ...Object.fromEntries(written.map(({ place, value }) => [place.name, value])) };
      const values = Object.keys(row).map((name, at) => `$${at + 1}::text::${columnTypes.get(`${table}.${name}`)}`);
      await sql.unsafe(`insert into public.${table} (${Object.keys(row)}) values (${values})`, Object.values(row));
    },

    async update(sql, table, written) {
      const changes = written.map(({ place }, at) => `${place.name} = $${at + 1}::text::${place.type}`);
      await sql.unsafe(
        `update public.${table} set ${changes} where ctid = (select ctid from public.${table} limit 1)`,
        written.map(({ value }) => value),
      );
    },

    async call(sql, name, written) {
      const args = written.map(({ place }, at) => `${place.name} => $${at + 1}::text::${place.type}`);
      await sql.unsafe(
        `select public.${name}(${args})`,
        written.map(({ value }) => value),
      );
    },

    async push(sql, operations) {
      const mutations = [{ id: crypto.randomUUID(), editedAt: new Date().toISOString(), operations }];
      const [row] = await sql`
        select public.sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${JSON.stringify(mutations)}::text::jsonb) as answer`;
      return v.parse(PushAnswer, row?.answer);
    },

    async read(sql) {
      const cursors = JSON.stringify(noCursors);
      const [row] = await sql`
        select public.sync_pull(${ada.id}, ${cursors}::text::jsonb, 5000) as answer, public.sync_heads() as heads,
          public.sync_sums() as sums`;
      v.parse(Heads, row?.heads);
      v.parse(Sums, row?.sums);
      return v.parse(PullAnswer, row?.answer);
    },

    async attempt(work) {
      const done: Awaited<ReturnType<typeof work>>[] = [];
      await ada.sql
        .begin(async (sql) => {
          done.push(await work(sql));
          throw new Undo();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undo)) throw error;
        });
      const [value] = done;
      if (value === undefined) throw new Error('Nothing came of it.');
      return value;
    },
  };
}
