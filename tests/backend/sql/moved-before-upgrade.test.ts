/** In the first release, a row that moved kept the numbers of the account that it left in its clocks. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../supabase/embedded/postgres/migrate.ts';
import { makeDataDir, startDatabase, type TestDatabase } from '../../support/backend.ts';
import { writeMigrations } from '../../support/released-data.ts';
import { makePerson, openAccount } from './people.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await makeDataDir();
  database = await startDatabase({ migrations: await writeMigrations('0.1.0', join(folder, 'migrations')) });
}, 60_000);
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true });
});

const rowsOf = (account: string) => database.sql`
  select description as name, version::int, field_clocks as clocks from transactions where account_id = ${account}
  union all
  select name, version::int, field_clocks from categories where account_id = ${account} and name = 'Moved'
  order by name`;

test('an upgrade gives the clocks of a moved row numbers of its account, and changes nothing else', async () => {
  const ada = await makePerson(database, 'ada');
  const [household, shop] = [await openAccount(ada), await openAccount(ada, 'Shop')];
  await ada.sql`insert into transactions (account_id, type, amount, transaction_date, description)
    select ${household}, 'debit', n, '2026-03-31', 'Row ' || n from generate_series(1, 3) n`;
  await ada.sql`update transactions set amount = amount + 10 where account_id = ${household}`;
  await ada.sql`update categories set name = 'Moved' where account_id = ${household} and name = 'Food'`;
  await ada.sql`update transactions set account_id = ${shop} where description = 'Row 1'`;
  // As an heir gets them.
  await database.sql`update categories set account_id = ${shop} where name = 'Moved'`;
  // A number of its new account.
  await ada.sql`update transactions set transaction_date = '2026-03-30' where description = 'Row 1'`;
  const stayed = await rowsOf(household);
  const [category, entry] = await rowsOf(shop);
  expect(entry?.clocks.amount.v).toBeGreaterThan(entry?.version);
  expect(category?.clocks.name.v).toBeGreaterThan(category?.version);
  const logs = () => database.sql`select account_id, version::int from private.account_log order by account_id`;
  const numbers = await logs();

  await migrate(database.sql);

  const renumbered = (row: typeof entry, group: string) => ({
    ...row,
    clocks: { ...row?.clocks, [group]: { ...row?.clocks[group], v: row?.clocks.accountId.v } },
  });
  expect(await rowsOf(shop)).toEqual([renumbered(category, 'name'), renumbered(entry, 'amount')]);
  expect(await rowsOf(household)).toEqual(stayed);
  // One more of each account, for the address of its owner.
  expect(await logs()).toEqual(numbers.map(({ version, ...log }) => ({ ...log, version: version + 1 })));
  expect(await database.sql`select from private.changes`).toEqual([]);
});
