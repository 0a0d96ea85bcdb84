/** What private.changes keeps, what it leaves out, and how long. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, patch, stored } from './household.ts';
import {
  editedAgo,
  insertTransaction,
  join,
  makeBudget,
  makePerson,
  mutation,
  openAccount,
  type Person,
} from './people.ts';

let database: TestDatabase;
let ada: Person;
let ben: Person;
let household: string;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  [ada, ben] = await Promise.all([makePerson(database, 'ada'), makePerson(database, 'ben')]);
  household = await openAccount(ada);
  await join(ada, ben, 'admin', household);
});

const changes = () => database.sql`
  select kind, of_table, groups, before, clocks, author, device, version::int from private.changes
  where account_id = ${household} and kind <> 'addition' order by at`;

describe('a change of a transaction', () => {
  test('is kept with the values before it, its author and its device', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    const device = crypto.randomUUID();
    await ben.pushAll([{ ...mutation(patch(id, seen, { amount: 1000 }, { amount: 1100 })), device, number: 1 }]);
    expect(await changes()).toEqual([
      {
        kind: 'change',
        of_table: 'transactions',
        groups: ['amount'],
        before: { amount: 1000 },
        clocks: null,
        author: ben.id,
        device,
        version: seen + 1,
      },
    ]);
  });

  test('is kept in the account that the row left, if it moves', async () => {
    const other = await openAccount(ada, 'Shop');
    const id = await enter(ada, household);
    const seen = (await stored(database, id))?.version;
    const verdict = await ada.push(patch(id, seen, { accountId: household }, { accountId: other }));
    expect(verdict).toMatchObject({ versions: { [household]: expect.any(Number) } });
    expect(await changes()).toMatchObject([{ before: { accountId: household }, version: seen + 1 }]);
    const [move] = await database.sql`select before, moved_to from private.changes where row_id = ${id}`;
    // Whole, so that no later change in the other account is needed to tell what it was here.
    expect(move).toMatchObject({ moved_to: other, before: { id, amount: 1250, description: 'Lunch', userId: ada.id } });
  });

  test('is kept also when it comes by the table API', async () => {
    const id = await enter(ada, household, { amount: 1000 });
    await ben.sql`update transactions set amount = 12 where transaction_id = ${id}`;
    await ben.sql`delete from transactions where transaction_id = ${id}`;
    expect(await changes()).toMatchObject([
      { kind: 'change', before: { amount: 1000 }, author: ben.id, device: null },
      { kind: 'removal', before: { id, amount: 1200, userId: ada.id }, clocks: { amount: { by: ben.id } } },
    ]);
  });
});

describe('nothing is kept', () => {
  test('of added transactions', async () => {
    await ada.pushAll(Array.from({ length: 20 }, () => mutation(insertTransaction(household))));
    await ada.push(insertTransaction(household));
    expect(await changes()).toEqual([]);
  });

  test('of transactions whose category is renamed', async () => {
    await enter(ada, household, { category: 'Food' });
    const call = { type: 'expense', from: 'Food', to: 'Groceries' } as const;
    await ada.push({ kind: 'call', name: 'category.rename', arguments: call });
    expect((await changes()).map(({ of_table }) => of_table)).toEqual(['categories']);
  });

  test('of the rows of an account that is deleted as a whole', async () => {
    await openAccount(ada, 'Shop');
    const later = await openAccount(ada, 'Later');
    await enter(ada, later);
    await makeBudget(ada, later, null);
    await ada.sql`delete from accounts where account_id = ${later}`;
    const kept = await database.sql`select from private.changes where account_id = ${later} and kind <> 'addition'`;
    expect(kept).toHaveLength(0);
  });
});

describe('nobody but functions', () => {
  test.each(['changes', 'notices', 'renames', 'devices'])('reads private.%s', async (table) => {
    await expect(ada.sql.unsafe(`select * from private.${table}`)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('after a year', () => {
  test('changes, notices and renames are dropped, and younger ones stay', async () => {
    const id = await enter(ada, household, { amount: 1000, category: 'Food' });
    const seen = (await stored(database, id))?.version;
    const overtake = async (cents: number) => {
      await ada.pushAll([editedAgo(60, patch(id, seen, { amount: 1000 }, { amount: cents }))]);
      await ben.pushAll([editedAgo(10, patch(id, seen, { amount: 1000 }, { amount: cents + 1 }))]);
      const call = { type: 'expense', from: 'Housing', to: 'Flat' } as const;
      await ada.push({ kind: 'call', name: 'category.rename', arguments: call });
    };
    await overtake(2000);
    const counts = async () =>
      (
        await database.sql`select
          (select count(*)::int from private.changes where account_id = ${household} and kind <> 'addition') as changes,
          (select count(*)::int from private.notices where account_id = ${household}) as notices,
          (select count(*)::int from private.renames where account_id = ${household}) as renames`
      )[0];
    const before = await counts();
    expect(before).toEqual({ changes: 3, notices: 1, renames: 1 });
    await database.sql`select public.collect_garbage()`;
    expect(await counts()).toEqual(before);
    for (const table of ['changes', 'notices', 'renames']) {
      await database.sql.unsafe(`update private.${table} set at = now() - interval '2 years'`);
    }
    await database.sql`select public.collect_garbage()`;
    expect(await counts()).toEqual({ changes: 0, notices: 0, renames: 0 });
  });
});

describe('a user who is deleted', () => {
  test('is named in no change and no notice any more, and their devices are forgotten', async () => {
    const id = await enter(ben, household, { amount: 1000 });
    const seen = (await stored(database, id))?.version;
    await ada.pushAll([editedAgo(60, patch(id, seen, { amount: 1000 }, { amount: 2000 }))]);
    await ben.pushAll([
      { ...editedAgo(10, patch(id, seen, { amount: 1000 }, { amount: 3000 })), device: crypto.randomUUID(), number: 1 },
    ]);
    await database.sql`update private.mutation_ledger set at = now() - interval '2 years' where device is not null`;
    await database.sql`select public.collect_garbage()`;
    const gone = await enter(ben, household);
    await ada.sql`delete from transactions where transaction_id = ${gone}`;
    expect(await database.sql`select from private.devices where user_id = ${ben.id}`).toHaveLength(1);
    await database.sql`delete from auth.users where id = ${ben.id}`;
    expect(await database.sql`select from private.devices where user_id = ${ben.id}`).toHaveLength(0);
    const tables = await database.sql`select to_jsonb(c)::text as content from private.changes c
      union all select to_jsonb(n)::text from private.notices n`;
    expect(tables.length).toBeGreaterThan(0);
    expect(tables.filter(({ content }) => content.includes(ben.email))).toEqual([]);
    const named = await database.sql`
      select author, author_email, device from private.changes c
      where ${ben.id} in (author::text, before ->> 'userId', before ->> 'ownerId') or author_email = ${ben.email}`;
    expect(named).toEqual([]);
    expect((await ada.pull()).notices).toMatchObject([{ kind: 'edited', by: null, lost: { amount: 2000 } }]);
  });
});
