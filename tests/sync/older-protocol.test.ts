/** A device of v0.1.0 and today's server: each understands what the other sends. */
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Operation } from '#domain/operations';
import { PROTOCOL_VERSION } from '../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import { entered } from './support/contract-world.ts';
import { amount, remove } from './support/decisions-world.ts';
import { makeAccount } from './support/people.ts';

interface Person {
  id: string;
  sql: Sql;
}

let database: TestDatabase;
let anna: Person;
let ben: Person;
let home: string;

beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());
beforeEach(async () => {
  [anna, ben] = await Promise.all([signUp(), signUp()]);
  home = crypto.randomUUID();
  await push(4, anna, 90, makeAccount(home, { userId: anna.id, userEmail: '' }));
  await database.sql`insert into public.memberships (account_id, target, user_id, email, role)
    values (${home}, 'account', ${ben.id}, 'ben@example.org', 'admin')`;
});

async function signUp(): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.org`;
  const id = await database.createUser(email);
  return { id, sql: await database.connectAs(id, email) };
}

const Verdicts = v.object({ verdicts: v.array(v.record(v.string(), v.unknown())) });

async function push(protocol: number, { id, sql }: Person, minutes: number, ...operations: Operation[]) {
  const editedAt = new Date(Date.now() - minutes * 60_000).toISOString();
  const mutations = JSON.stringify([{ id: crypto.randomUUID(), editedAt, operations }]);
  const [row] = await sql`select public.sync_push(${id}, ${protocol}, ${mutations}::text::jsonb) as answer`;
  return v.parse(Verdicts, row?.answer).verdicts[0];
}

const Answer = v.looseObject({ scopes: v.array(v.looseObject({ cursor: v.record(v.string(), v.unknown()) })) });

async function pull(protocol: number, { id, sql }: Person) {
  const cursors = JSON.stringify({ protocol, epoch: null, scopes: {} });
  const [row] = await sql`select public.sync_pull(${id}, ${cursors}::text::jsonb, 100) as answer`;
  return v.parse(Answer, row?.answer);
}

it('[S43a] both protocols are spoken, and no other', async () => {
  expect(PROTOCOL_VERSION).toBe(5);
  for (const spoken of [4, 5]) expect(await pull(spoken, anna)).toMatchObject({ user: anna.id });
  for (const unknown of [3, 6]) {
    await expect(pull(unknown, anna)).rejects.toMatchObject({ code: 'PT426' });
    await expect(push(unknown, anna, 0, entered(home))).rejects.toMatchObject({ code: 'PT426' });
  }
});

it('[S43b] a pull of protocol 4 brings no notices, and cursors without a protocol', async () => {
  const insert = entered(home);
  await push(4, anna, 80, insert);
  await push(4, anna, 30, amount(insert.row.id, 1, 200));
  await push(4, ben, 10, amount(insert.row.id, 1, 300));
  const [older, newer] = [await pull(4, anna), await pull(5, anna)];
  expect(newer).toMatchObject({ notices: [{ kind: 'edited' }] });
  expect(newer.scopes[0]?.cursor).toMatchObject({ protocol: 5 });
  const { notices, ...rest } = newer;
  expect(Object.keys(older).sort()).toEqual(Object.keys(rest).sort());
  expect(Object.keys(older.scopes[0]?.cursor ?? {}).sort()).toEqual(['before', 'grantId', 'version']);
});

it('[S43b] verdicts for protocol 4 have the forms of v0.1.0, also where a deletion does not stand', async () => {
  const insert = entered(home);
  await push(4, anna, 80, insert);
  await push(4, ben, 10, amount(insert.row.id, 1, 300));
  expect(await push(4, anna, 30, remove(insert.row.id))).toEqual({
    id: expect.any(String),
    status: 'superseded',
    reason: 'newer',
    kept: {},
    by: expect.stringContaining('person-'),
    versions: { [home]: expect.any(Number) },
  });
});
