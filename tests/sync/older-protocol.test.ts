/** A device of v0.1.0 and today's server: each understands what the other sends. */
import type { Sql } from 'postgres';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newCategory } from '#domain/books/new-categories';
import type { Operation, Patch } from '#domain/mutations/operations';
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

const Loose = v.record(v.string(), v.unknown());
const Scope = v.looseObject({
  scope: v.string(),
  cursor: Loose,
  accounts: v.array(Loose),
  categories: v.array(Loose),
});
const Answer = v.looseObject({ epoch: v.string(), scopes: v.array(Scope) });

/** Fields of accounts and categories that v0.1.0 does not have. */
const LATER = ['kind', 'archived', 'position', 'group', 'ownerEmail'];
const CREATED = '2026-01-01T00:00:00.000Z';

async function pull(protocol: number, { id, sql }: Person, known: object = { epoch: null, scopes: {} }) {
  const cursors = JSON.stringify({ ...known, protocol });
  const [row] = await sql`select public.sync_pull(${id}, ${cursors}::text::jsonb, 100) as answer`;
  return v.parse(Answer, row?.answer);
}

it('[S43a] three protocols are spoken, and no other', async () => {
  expect(PROTOCOL_VERSION).toBe(6);
  for (const spoken of [4, 5, 6]) expect(await pull(spoken, anna)).toMatchObject({ user: anna.id });
  for (const unknown of [3, 7]) {
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

it('[S43b] a pull of protocol 4 brings accounts and categories without the fields that came later', async () => {
  await push(5, anna, 20, { kind: 'insert', table: 'categories', row: newCategory(home, 'expense', 'Food', CREATED) });
  const [older, newer] = [await pull(4, anna), await pull(5, anna)];
  expect(newer.scopes[0]).toMatchObject({
    accounts: [{ kind: 'other', archived: false, position: null }],
    categories: [{ name: 'Food', group: null, archived: false }],
  });
  const known = (names: string[]) => names.filter((name) => !LATER.includes(name)).sort();
  for (const table of ['accounts', 'categories'] as const) {
    const [then, now] = [older.scopes[0]?.[table][0], newer.scopes[0]?.[table][0]];
    expect(Object.keys(then ?? {}).sort()).toEqual(known(Object.keys(now ?? {})));
  }
});

it('[S43b] an edit of protocol 4 leaves fields alone that it does not know', async () => {
  const edit = (before: Patch['before'], after: Patch['after'], seen: Patch['seen']): Patch => {
    return { kind: 'patch', table: 'accounts', id: home, seen, before, after };
  };
  const number = 100;
  await push(5, anna, 20, edit({ kind: 'other' }, { kind: 'savings' }, { accountId: home, number }));
  await push(5, anna, 20, edit({ archived: false }, { archived: true }, { accountId: home, number }));
  expect(await push(4, anna, 10, edit({ name: 'Account' }, { name: 'House' }, number))).toMatchObject({
    status: 'applied',
  });
  expect((await pull(5, anna)).scopes[0]?.accounts).toMatchObject([
    { name: 'House', kind: 'savings', archived: true, position: null },
  ]);
});

it('a device from protocol 4 gets all accounts and categories again under protocol 5, once', async () => {
  await push(5, anna, 20, { kind: 'insert', table: 'categories', row: newCategory(home, 'expense', 'Food', CREATED) });
  const before = await pull(4, anna);
  const cursors = (answer: typeof before) => {
    const scopes = Object.fromEntries(answer.scopes.map(({ scope, cursor }) => [scope, cursor]));
    return { epoch: answer.epoch, scopes };
  };
  expect((await pull(4, anna, cursors(before))).scopes[0]).toMatchObject({ accounts: [], categories: [] });
  const upgraded = await pull(5, anna, cursors(before));
  expect(upgraded.scopes[0]).toMatchObject({
    reset: false,
    accounts: [{ id: home, kind: 'other' }],
    categories: [{ group: null }],
  });
  expect((await pull(5, anna, cursors(upgraded))).scopes[0]).toMatchObject({ accounts: [], categories: [] });
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
