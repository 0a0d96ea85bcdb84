/**
 * One person has a limit of accounts, rows and bytes. What is beyond it gets a verdict or an answer with a code of its
 * own, and everything else that they do goes on.
 */

import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits as atTheDoor } from '../../../supabase/embedded/http/limits.ts';
import { PushAnswer as First } from '../../releases/0.1.0/wire/protocol.ts';
import { PushAnswer as Second } from '../../releases/0.2.0/wire/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { enter, type Fields, patch } from './household.ts';
import {
  insertAccount,
  insertTransaction,
  join,
  makePerson,
  mutation,
  openAccount,
  type Person,
  transaction,
} from './people.ts';

let database: TestDatabase;
let ada: Person;
let household: string;
/** As the migrations set them; the tests have smaller ones. */
let limits: object | undefined;

beforeAll(async () => {
  database = await startDatabase();
  [limits] = await database.sql`select accounts, rows::int, bytes::int from private.person_limits()`;
  await database.sql.unsafe(`
    create or replace function private.person_limits(out accounts integer, out rows bigint, out bytes bigint)
    language sql immutable as $$ select 3, 10::bigint, 4100::bigint $$`);
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  ada = await makePerson(database, 'ada');
  household = await openAccount(ada);
});
afterEach(() => ada.sql.end());

test('the limits of a person are in SQL as the table of the embedded server shows them', () => {
  const { personAccounts, personRows, personBytes } = atTheDoor;
  expect({ ...limits }).toEqual({ accounts: personAccounts.most, rows: personRows.most, bytes: personBytes.most });
});

const refused = { status: 'rejected', reason: 'invalid', code: 'PT422' };
const fill = async (count: number, description = 'Lunch') => {
  for (let n = 0; n < count; n += 1) await enter(ada, household, { description });
};

describe('accounts', () => {
  test('beyond the limit get a verdict in a push, and the rest of the push goes on', async () => {
    const made = Array.from({ length: 4 }, () => mutation(insertAccount(ada.id)));
    const { verdicts } = await ada.pushAll([...made, mutation(insertTransaction(household))]);
    expect(verdicts.map(({ status }) => status)).toEqual(['applied', 'applied', 'rejected', 'rejected', 'applied']);
    expect(verdicts[2]).toMatchObject(refused);
  });

  test('[S75c] that are refused are read by the releases, which keep their content', async () => {
    const made = Array.from({ length: 4 }, () => mutation(insertAccount(ada.id)));
    const answer = await ada.pushAll(made);
    for (const Released of [First, Second]) {
      expect(v.parse(Released, answer).verdicts[3]).toMatchObject({ status: 'rejected', reason: 'invalid' });
    }
  });

  test('beyond the limit are refused by the function and the table API', async () => {
    await openAccount(ada, 'Two');
    await openAccount(ada, 'Three');
    await expect(openAccount(ada, 'Four')).rejects.toMatchObject({ code: 'PT422' });
    const add = ada.sql`insert into accounts (account_name) values ('Four')`;
    await expect(add).rejects.toMatchObject({ code: 'PT422' });
    expect(await ada.push({ kind: 'delete', table: 'accounts', id: household })).toMatchObject({ status: 'applied' });
    await openAccount(ada, 'Four');
  });

  test('that others share have a limit, too, and so does what is handed over', async () => {
    const ben = await makePerson(database, 'ben');
    await openAccount(ben, 'Own');
    const theirs = [household, await openAccount(ada, 'Two'), await openAccount(ada, 'Three')];
    for (const account of theirs) await join(ada, ben, 'member', account);
    const eve = await makePerson(database, 'eve');
    const more = await openAccount(eve, 'Hers');
    await expect(join(eve, ben, 'viewer', more)).rejects.toThrow('PT422');
    await openAccount(ben, 'Second');
    await openAccount(ben, 'Third');
    await ada.sql`select offer_ownership(${theirs[0] ?? ''}, ${ben.id})`;
    const answer = ben.sql`select answer_ownership(${theirs[0] ?? ''}, true)`;
    await expect(answer).rejects.toMatchObject({ code: 'PT422' });
    await Promise.all([ben.sql.end(), eve.sql.end()]);
  });
});

describe('transactions', () => {
  test('of a person who entered as many as one may are refused, until some are deleted', async () => {
    await fill(10);
    expect(await ada.push(insertTransaction(household))).toMatchObject(refused);
    const add = ada.sql`insert into transactions (account_id, type, amount, transaction_date)
      values (${household}, 'debit', 1, '2026-11-01')`;
    await expect(add).rejects.toMatchObject({ code: 'PT422' });
    await ada.sql`delete from transactions where transaction_id in (select transaction_id from transactions limit 2)`;
    expect(await ada.push(insertTransaction(household))).toMatchObject({ status: 'applied' });
  });

  test('of long texts count by their bytes, also when the texts come later', async () => {
    const id = await enter(ada, household);
    const row = ada.sql`update transactions set description = ${'x'.repeat(1990)} where transaction_id = ${id}`;
    await row;
    await fill(1, 'x'.repeat(1990));
    await fill(1, 'x'.repeat(100));
    expect(await ada.push(insertTransaction(household))).toMatchObject(refused);
    expect(await ada.push({ kind: 'delete', table: 'transactions', id })).toMatchObject({ status: 'applied' });
    expect(await ada.push(insertTransaction(household))).toMatchObject({ status: 'applied' });
  });

  test('that go with somebody’s login count until the nightly collection', async () => {
    const ben = await makePerson(database, 'ben');
    await join(ada, ben, 'member', household);
    for (let n = 0; n < 10; n += 1) await enter(ben, household);
    await database.sql`delete from auth.users where id = ${ada.id}`;
    const own = await openAccount(ben, 'Own');
    expect(await ben.push(insertTransaction(own))).toMatchObject(refused);
    await database.sql`select collect_garbage()`;
    expect(await ben.push(insertTransaction(own))).toMatchObject({ status: 'applied' });
    await ben.sql.end();
  });

  test('are counted as they are, whatever happens to them', async () => {
    await fill(3);
    await ada.pushAll([mutation(insertTransaction(household)), mutation(insertTransaction(household))]);
    await ada.push(insertTransaction(household, { amount: 0 }));
    await ada.sql`update transactions set metadata = metadata || '{"notes": "more"}' where amount > 0`;
    expect(await counted(ada)).toEqual({ ...(await stored(ada)), rows: 5 });
  });
});

const counted = async ({ id }: Person) => {
  const [row] = await database.sql`select rows::int, bytes::int from private.size_of(${id})`;
  return { ...row };
};
const stored = async ({ id }: Person) => {
  const [row] = await database.sql`
    select count(*)::int as rows, coalesce(sum(private.text_bytes(t)), 0)::int as bytes
    from transactions t where created_by = ${id}`;
  return { ...row };
};

describe('[S75c] a transaction counts for whoever entered it', () => {
  let ben: Person;
  beforeEach(async () => {
    ben = await makePerson(database, 'ben');
    await join(ada, ben, 'member', household);
  });
  afterEach(() => ben.sql.end());

  test('also when somebody else deletes it and brings it back', async () => {
    const row = transaction(household);
    await ben.push({ kind: 'insert', table: 'transactions', row });
    const before = await counted(ben);
    for (let n = 0; n < 3; n += 1) {
      await ada.push({ kind: 'delete', table: 'transactions', id: row.id });
      expect(await counted(ben)).toEqual({ rows: 0, bytes: 0 });
      expect(await ada.push({ kind: 'restore', table: 'transactions', row })).toMatchObject({ status: 'applied' });
      expect(await counted(ben)).toEqual(before);
    }
    expect(await counted(ada)).toEqual({ rows: 0, bytes: 0 });
  });

  test('also when somebody else shortens it, whose own count stays', async () => {
    const id = await enter(ben, household, { description: 'x'.repeat(500) });
    await ada.sql`update transactions set description = '' where transaction_id = ${id}`;
    expect(await counted(ada)).toEqual({ rows: 0, bytes: 0 });
    expect(await counted(ben)).toEqual(await stored(ben));
  });

  test('so nobody’s room grows because somebody else brings their rows back', async () => {
    const rows = Array.from({ length: 10 }, () => transaction(household));
    for (const row of rows) await ben.push({ kind: 'insert', table: 'transactions', row });
    await ben.sql`delete from transactions where true`;
    for (const row of rows) await ada.push({ kind: 'restore', table: 'transactions', row });
    expect(await ben.push(insertTransaction(household))).toMatchObject(refused);
  });
});

describe('[S75c] whoever is at the limit', () => {
  const edit = (id: string, before: Fields, after: Fields) => ada.push(patch(id, 1, before, after));

  test('still shortens a text, mends an amount and renames a category, and adds no text', async () => {
    const id = await enter(ada, household, { description: 'x'.repeat(1990) });
    await fill(1, 'x'.repeat(1990));
    await fill(1, 'x'.repeat(100));
    const renamed = { type: 'expense', from: 'Food', to: 'Meal', accountId: household } as const;
    expect(await edit(id, { amount: 1250 }, { amount: 99 })).toMatchObject({ status: 'applied' });
    expect(await ada.push({ kind: 'call', name: 'category.rename', arguments: renamed })).toMatchObject({
      status: 'applied',
    });
    const [before, after] = ['x'.repeat(1990), 'x'.repeat(1991)];
    expect(await edit(id, { description: before }, { description: after })).toMatchObject(refused);
    expect(await edit(id, { description: before }, { description: 'x' })).toMatchObject({ status: 'applied' });
    expect(await ada.push(insertTransaction(household))).toMatchObject({ status: 'applied' });
  });

  test('of rows still writes longer texts', async () => {
    const id = await enter(ada, household);
    await fill(9);
    expect(await edit(id, { notes: '' }, { notes: 'More' })).toMatchObject({ status: 'applied' });
    expect(await ada.push(insertTransaction(household))).toMatchObject(refused);
  });

  test('adds in one push no more than the push has deleted before', async () => {
    const id = await enter(ada, household);
    await fill(9);
    const [end, add] = [mutation({ kind: 'delete', table: 'transactions', id }), insertTransaction(household)];
    const { verdicts } = await ada.pushAll([mutation(insertTransaction(household)), end, mutation(add)]);
    expect(verdicts.map(({ status }) => status)).toEqual(['rejected', 'applied', 'applied']);
  });
});
