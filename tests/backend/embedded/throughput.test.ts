/**
 * Compares sync with the plainest SQL that moves the same rows, on the same data at the same time. Rows a second depend
 * on the machine (`npm run bench:server`), and these ratios do not. A policy or plan that works row by row breaks them
 * many times over.
 */
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedLedger } from '../../bench/ledger-seed.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { insertTransaction, makePerson, mutation, noCursors, openAccount, type Person } from '../sql/people.ts';

const ROWS = 20_000;

let database: TestDatabase;
let ada: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
  ada = await makePerson(database, 'ada');
  household = await openAccount(ada);
  await seedLedger(database.sql, household, ROWS);
  // Other people's rows, which row-level security has to leave out.
  for (const name of ['ben', 'gus']) {
    await seedLedger(database.sql, await openAccount(await makePerson(database, name)), ROWS / 4);
  }
  await database.sql`vacuum analyze public.transactions`;
});
afterAll(() => database.stop());

/**
 * The ratio of the shortest runs. The two take turns, because other work on the machine only ever makes a run longer.
 */
async function ratio(work: () => Promise<unknown>, floor: () => Promise<unknown>): Promise<number> {
  const best = { work: Number.POSITIVE_INFINITY, floor: Number.POSITIVE_INFINITY };
  const time = async (run: () => Promise<unknown>) => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  for (let n = 0; n < 8; n++) {
    best.floor = Math.min(best.floor, await time(floor));
    best.work = Math.min(best.work, await time(work));
  }
  return best.work / best.floor;
}

const printRows = (sql: Sql) => sql`
  select json_agg(t)::text from public.transactions t where account_id = ${household}`;

test('pulling a whole history under row-level security takes at most three times as long as plain SQL', async () => {
  const cursors = JSON.stringify(noCursors);
  const pull = () => ada.sql`select public.sync_pull(${ada.id}, ${cursors}::text::jsonb, 50000)::text`;
  expect(await ratio(pull, () => printRows(database.sql))).toBeLessThan(3);
});

test('pushing rows by the hundred takes at most eight times as long as inserting them', async () => {
  const push = async () => {
    for (let n = 0; n < 5; n++)
      await ada.pushAll([mutation(...Array.from({ length: 100 }, () => insertTransaction(household)))]);
  };
  const insert = () => ada.sql`
    insert into public.transactions (account_id, type, amount, transaction_date, description, metadata)
    select ${household}, 'debit', 12.5, '2026-11-02', 'Lunch ' || n, '{"category_name": "Food"}'
      from generate_series(1, 500) n`;
  expect(await ratio(push, insert)).toBeLessThan(8);
});
