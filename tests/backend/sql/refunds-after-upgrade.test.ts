/** What an upgrade makes of data of 0.2.0, in which a budget covered a name, whatever its type. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { makeDataDir, startDatabase, type TestDatabase } from '../../support/backend.ts';
import { writeMigrations } from '../../support/released-data.ts';
import { makeBudget, makePerson, openAccount } from './people.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await makeDataDir();
  database = await startDatabase({ migrations: await writeMigrations('0.2.0', join(folder, 'migrations')) });
}, 60_000);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

test('[S78e] who has a budget that covered both types starts anew, and a key of a caller is no refund', async () => {
  const [ada, eve] = [await makePerson(database, 'ada'), await makePerson(database, 'eve')];
  const household = await openAccount(ada);
  const budgets = [await makeBudget(ada, household, 'Food'), await makeBudget(ada, household, 'Housing')];
  await ada.sql`insert into transactions (account_id, type, amount, transaction_date, metadata) values
    (${household}, 'credit', 1, '2026-03-31', '{"category_name": "Food", "refund": true}'),
    (${household}, 'debit', 2, '2026-03-31', '{"category_name": "Food"}'),
    (${household}, 'debit', 3, '2026-03-31', '{"category_name": "Housing"}')`;
  for (const budget of budgets) {
    await database.sql`insert into memberships (user_id, email, role, account_id, target, budget_id)
      values (${eve.id}, ${eve.email}, 'viewer', ${household}, 'budget', ${budget})`;
  }
  const grants = async () => {
    const rows = await database.sql`select budget_id, grant_id from memberships where user_id = ${eve.id}`;
    return new Map(rows.map((row) => [row.budget_id, row.grant_id]));
  };
  const before = await grants();
  await migrate(database.sql);
  const after = await grants();
  expect(budgets.map((budget) => after.get(budget) === before.get(budget))).toEqual([false, true]);
  const rows = await ada.sql`select refund, metadata ->> 'refund_of_caller' as kept from transactions order by amount`;
  expect(rows).toEqual([
    { refund: false, kept: 'true' },
    { refund: false, kept: null },
    { refund: false, kept: null },
  ]);
  const seen = await eve.sql`select amount::int from transactions order by amount`;
  expect(seen).toEqual([{ amount: 2 }, { amount: 3 }]);
});
