/** The values with which one row ended everybody's pulls, one by one, at the endpoints that accepted them. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { Sums } from '../../../sync/sums.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { join, makePerson, transaction } from '../sql/people.ts';
import { emoji, makeValuesScene, type ValuesScene } from './scene.ts';

let database: TestDatabase;
let scene: ValuesScene;

beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());
beforeEach(async () => {
  scene = await makeValuesScene(database);
});

describe('known values', () => {
  test.each(['-infinity', '0044-03-15 00:00:00Z BC', '4713-01-01 00:00:00Z BC'])(
    'a row made at %s is refused by the table API',
    async (createdAt) => {
      for (const table of ['accounts', 'budgets', 'categories', 'transactions']) {
        const place = { owner: table, name: 'created_at', type: 'timestamp with time zone' };
        const refused = scene.ada.sql.begin((sql) => scene.insert(sql, table, [{ place, value: createdAt }]));
        await expect(refused, table).rejects.toMatchObject({ code: '23514' });
      }
    },
  );

  test.each(['-infinity', '0044-03-15 00:00:00Z BC'])(
    'a row made at %s gets a verdict in a push, and what follows it is applied',
    async (createdAt) => {
      for (const [table, row] of Object.entries(scene.clientRows())) {
        const answer = await scene.attempt((sql) =>
          scene.push(sql, [{ kind: 'insert', table, row: { ...row, createdAt } }]),
        );
        expect(answer.verdicts, table).toMatchObject([{ status: 'rejected', reason: 'invalid' }]);
      }
      const bad = transaction(scene.household, { createdAt });
      const good = transaction(scene.household);
      const add = (row: typeof good): Operation => ({ kind: 'insert', table: 'transactions', row });
      const { verdicts } = await scene.ada.pushAll(
        [bad, good].map((row) => ({
          id: crypto.randomUUID(),
          editedAt: row.createdAt === createdAt ? good.createdAt : row.createdAt,
          operations: [add(row)],
        })),
      );
      expect(verdicts).toMatchObject([{ status: 'rejected', reason: 'invalid' }, { status: 'applied' }]);
    },
  );

  test.each(['infinity', '10000-01-01T00:00:00Z'])(
    'a row with the creation time %s is stored as made now',
    async (createdAt) => {
      const place = { owner: 'transactions', name: 'created_at', type: 'timestamp with time zone' };
      await scene.ada.sql.begin((sql) => scene.insert(sql, 'transactions', [{ place, value: createdAt }]));
      const [scope] = (await scene.ada.pull()).scopes;
      expect(Math.abs(Date.parse(scope?.transactions[0]?.createdAt ?? '') - Date.now())).toBeLessThan(60_000);
    },
  );

  test.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['an account’s name', 'accounts', { name: emoji(100) }, { name: emoji(101) }],
    ['an account’s description', 'accounts', { description: emoji(1000) }, { description: emoji(1500) }],
    ['a category', 'categories', { name: emoji(100) }, { name: emoji(101) }],
    ['a category’s group', 'categories', { group: emoji(100) }, { group: emoji(101) }],
    ['a budget’s name', 'budgets', { name: emoji(100) }, { name: emoji(101) }],
    ['a budget’s description', 'budgets', { description: emoji(1000) }, { description: emoji(1500) }],
    ['a transaction’s description', 'transactions', { description: emoji(1000) }, { description: emoji(1500) }],
    ['a transaction’s category', 'transactions', { category: emoji(100) }, { category: `x${emoji(100)}` }],
    ['a transaction’s notes', 'transactions', { notes: emoji(5000) }, { notes: emoji(7000) }],
  ])('%s is as long for the server as for the device: an emoji counts twice', async (_what, table, fits, tooLong) => {
    const row = Object.entries(scene.clientRows()).find(([name]) => name === table)?.[1];
    const send = (fields: Record<string, unknown>) =>
      scene.attempt(async (sql) => {
        const answer = await scene.push(sql, [{ kind: 'insert', table, row: { ...row, ...fields } }]);
        await scene.read(sql);
        return answer.verdicts[0];
      });
    expect(await send(fits)).toMatchObject({ status: 'applied' });
    expect(await send(tooLong)).toMatchObject({ status: 'rejected', reason: 'invalid', code: '23514' });
  });

  test('a category renamed to 101 emoji keeps its name and gets a verdict', async () => {
    const rename = { type: 'expense', from: 'Food', to: emoji(101) };
    const answer = await scene.attempt((sql) =>
      scene.push(sql, [{ kind: 'call', name: 'category.rename', arguments: rename }]),
    );
    expect(answer.verdicts).toMatchObject([{ status: 'rejected', reason: 'invalid' }]);
  });

  test('a month whose total is more than a device can count shows the most that it can', async () => {
    // In parts, for a slow machine: a user's statement may take eight seconds.
    for (let part = 0; part < 10; part++) {
      await scene.ada.sql`
        insert into public.transactions (account_id, type, amount, transaction_date, metadata)
        select ${scene.household}, 'credit', 999999999.99, '2020-03-31', '{"category_name": "Gifts"}'
          from generate_series(1, 9010)`;
    }
    await scene.ada.sql.begin((sql) => scene.insert(sql, 'transactions', []));
    const { scopes } = await scene.ada.pull(undefined, 1);
    expect(scopes[0]?.totals).toMatchObject([{ month: '2020-03', cents: Number.MAX_SAFE_INTEGER, count: 90_100 }]);
    const [row] = await scene.ada.sql`select public.sync_sums() as sums`;
    expect(Object.values(v.parse(Sums, row?.sums))).toMatchObject([{ income: Number.MAX_SAFE_INTEGER }]);
  });
});

test('the same rules hold for the service role, which writes columns that no client writes', async () => {
  const gus = await makePerson(database, 'gus');
  await join(scene.ada, gus, 'viewer', scene.household);
  await database.sql.begin(async (sql) => {
    await sql`set local role service_role`;
    for (const statement of [
      `update public.invitations set expires_at = 'infinity'`,
      `update public.invitations set created_at = '-infinity'`,
      `update public.memberships set created_at = '0044-03-15 BC'`,
      `update public.budgets set created_at = 'infinity'`,
    ]) {
      const refused = sql.savepoint((inner) => inner.unsafe(statement));
      await expect(refused, statement).rejects.toMatchObject({ code: '23514' });
    }
  });
});

test('ids and keys of rows are told from other texts as regular expressions tell them', async () => {
  const id = '0b6b1f6e-9b0a-4d7e-8a55-0123456789aB';
  const key = '0123456789abcdef'.repeat(3).slice(0, 40);
  const wide = (text: string) => text.replace('0', '０');
  const ids = [id, id.toUpperCase(), `{${id}}`, ` ${id}`, `${id}\n`, id.replaceAll('-', ''), id.replace('b', 'g')];
  const shifted = [id.replace('-9', '9-'), id.replace('-8', '--'), id.replace('b6', '-6'), wide(id)];
  const keys = [key, key.toUpperCase(), key.slice(1), `${key}0`, `${key}\n`, ` ${key.slice(1)}`, wide(key)];
  const rows = await database.sql`
    select text, (private.as_uuid(text) is not null) = (text ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
      and private.is_key(text) = (text ~ '^[0-9a-f]{40}$') as alike
    from unnest(${[...ids, ...shifted, ...keys, '', '%', '_'.repeat(36), '-'.repeat(36)]}::text[]) text`;
  expect(rows.filter(({ alike }) => alike !== true)).toEqual([]);
  const [found] = await database.sql`select private.as_uuid(${id}) is not null as id, private.is_key(${key}) as key`;
  expect(found).toEqual({ id: true, key: true });
});
