import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountScope } from '#domain/ids/scopes';
import { type Database, openDatabase } from '../../database/database.ts';
import { ACCOUNT, ANNA, accountRow, budgetRow, categoryRow, idOf, OTHER_ACCOUNT } from '../../database/rows.fixture.ts';
import { filterSources, watchFilterSources } from './filter-sources.ts';

let db: Database;
beforeEach(async () => {
  db = await openDatabase(ANNA.userId);
  await db.accounts.bulkPut([accountRow({ name: 'Household' }), accountRow({ id: OTHER_ACCOUNT, name: 'House' })]);
  await db.categories.put(categoryRow(20));
  await db.budgets.bulkPut([
    budgetRow(30, { name: 'Eating', categoryId: idOf(20) }),
    budgetRow(31, { name: 'Everything', accountId: OTHER_ACCOUNT }),
  ]);
});
afterEach(() => db.delete());

const scopes = async (typed: string) => (await filterSources(db, typed, ACCOUNT)).map(({ scope }) => scope);
const [OWN, OTHER] = [accountScope(ACCOUNT), accountScope(OTHER_ACCOUNT)];

it('without account and budget a filter searches the account of its list', async () => {
  expect(await scopes('rent type:expense')).toEqual([OWN]);
  expect(await scopes('"account:house"')).toEqual([OWN]);
});

it('an account is named in part, as a whole or by its id, several are searched together, and * is all', async () => {
  expect(await scopes('account:hold')).toEqual([OWN]);
  expect(await scopes('account:house')).toEqual([OWN, OTHER]);
  expect(await scopes('account:=House')).toEqual([OTHER]);
  expect(await scopes(`account:=${OTHER_ACCOUNT}`)).toEqual([OTHER]);
  expect(await scopes('account:hold account:=House')).toEqual([OWN, OTHER]);
  expect(await scopes('account:*')).toEqual([OWN, OTHER]);
  expect(await scopes('account:nobody')).toEqual([]);
});

it('a budget is searched in its own account, for what it covers', async () => {
  expect(await filterSources(db, 'budget:eating', OTHER_ACCOUNT)).toEqual([
    {
      scope: OWN,
      budgets: [{ id: idOf(30), accountId: ACCOUNT, categoryName: 'Food', categoryType: 'expense' }],
      except: [],
    },
  ]);
  expect(await scopes('budget:*')).toEqual(expect.arrayContaining([OWN, OTHER]));
  expect(await scopes('budget:* account:=House')).toEqual([OTHER]);
});

it('tells anew when accounts change', async () => {
  const told: string[][] = [];
  const twice = Promise.withResolvers<void>();
  const stop = watchFilterSources(db, { typed: 'account:house', accountId: ACCOUNT }, (sources) => {
    if (told.push(sources.map(({ scope }) => scope)) === 1) void db.accounts.delete(OTHER_ACCOUNT);
    else twice.resolve();
  });
  await twice.promise;
  stop();
  expect(told).toEqual([[OWN, OTHER], [OWN]]);
});
