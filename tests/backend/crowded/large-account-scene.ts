/** Ada's account of 80,000 transactions, and what people send about it. */
import type { TransactionSql } from 'postgres';
import { expect } from 'vitest';
import type { Operation } from '#domain/mutations/operations';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import type { TestDatabase } from '../../support/backend.ts';
import { fillLargeAccount, numbers } from '../../support/large-account.ts';
import { join, makeBudget, makePerson, openAccount, transaction } from '../sql/people.ts';

/** Of each kind, as many rows as a push names. */
export const PART = 100;

export type Cursor = { since: number; before?: string; keys?: number };

/**
 * Ben is an admin of the account. Cy has its budget for groceries, and Dee one of contributions. Eve has fifty
 * accounts.
 */
export async function openScene(database: TestDatabase) {
  const [ada, ben, cy, dee, eve] = await Promise.all(
    (['ada', 'ben', 'cy', 'dee', 'eve'] as const).map((name) => makePerson(database, name)),
  );
  if (!ada || !ben || !cy || !dee || !eve) throw new Error('Somebody is missing.');
  const accountId = await openAccount(ada);
  const other = await openAccount(ada, 'Other');
  for (let number = 0; number < 50; number += 1) await openAccount(eve, `Account ${number}`);
  const food = await makeBudget(ada, accountId, 'Food');
  const contributions = await makeBudget(ada, accountId, 'Education');
  await join(ada, ben, 'admin', accountId);
  await join(ada, cy, 'viewer', accountId, food);
  await join(ada, dee, 'admin', accountId, contributions);
  const names = { type: 'expense', from: 'Food', to: 'Groceries', accountId } as const;
  expect(await ada.push({ kind: 'call', name: 'category.rename', arguments: names })).toMatchObject({
    status: 'applied',
  });
  const device = crypto.randomUUID();
  await fillLargeAccount(database.sql, { accountId, ownerId: ada.id, device, contributions });

  const { sql } = database;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  const plain = ids(
    await sql<{ id: string }[]>`
    select transaction_id as id from public.transactions t
    where account_id = ${accountId} and lines is null and budget_id is null and not exists (
      select from public.transaction_details d where d.transaction_id = t.transaction_id)
    order by version limit ${PART}`,
  );
  const cleared = ids(
    await sql<{ id: string }[]>`
    select transaction_id as id from public.transaction_details
    where account_id = ${accountId} and status = 'cleared' limit ${PART}`,
  );
  const gone = ids(
    await sql<{ id: string }[]>`
    select row_id as id from private.changes where account_id = ${accountId} and kind = 'removal' limit ${PART}`,
  );
  const [file] = await sql<{ id: string; rows: string[] }[]>`
    select import_id as id, array_agg(transaction_id) as rows from public.transaction_details
    where account_id = ${accountId} and import_id is not null group by import_id limit 1`;
  const keys = await sql<{ key: string; id: string }[]>`
    select key, extensions.uuid_generate_v5(${accountId}::uuid, key) as id
    from generate_series(1, ${PART}) i, lateral (select lpad(to_hex(10000000 + i), 40, '0') as key) keys`;
  const [server] = await sql<{ epoch: string }[]>`select private.epoch()`;
  const grants = await sql<{ scope: string; grant: string }[]>`
    select 'account:' || account_id as scope, grant_id as grant from private.account_log
    union all select 'budget:' || budget_id, grant_id from public.memberships where budget_id is not null`;
  if (!file || !server) throw new Error('Something is missing.');

  let number = 0;
  return {
    people: { ada, ben, cy, dee, eve },
    accountId,
    other,
    food,
    contributions,
    plain,
    cleared,
    /** What stands in these rows, as they were deleted. */
    gone: gone.map((id) => transaction(accountId, { id, description: 'Lunch', date: '2020-01-01' })),
    file,
    keys,
    seen: { accountId, number: numbers.head },

    /** A page of the pull of somebody who has these scopes up to these numbers, and no others. */
    pull:
      (userId: string, limit: number, known: Record<string, Cursor> = {}) =>
      async (transaction: TransactionSql): Promise<void> => {
        const scopes = Object.entries(known).map(([scope, { since, before = null, keys = since }]) => {
          const grantId = grants.find((one) => one.scope === scope)?.grant;
          return [scope, { version: since, grantId, before, keys, protocol: PROTOCOL_VERSION }];
        });
        const cursors = { protocol: PROTOCOL_VERSION, epoch: server.epoch, scopes: Object.fromEntries(scopes) };
        await transaction`select public.sync_pull(${userId}, ${JSON.stringify(cursors)}::text::jsonb, ${limit})`;
      },

    /** Mutations of one device of Ada, which must all be applied. */
    push:
      (mutations: Operation[][], from: { device: string; ago: number } = { device, ago: 0 }) =>
      async (transaction: TransactionSql): Promise<void> => {
        const sent = mutations.map((operations) => ({
          id: crypto.randomUUID(),
          editedAt: new Date(Date.now() - from.ago).toISOString(),
          device: from.device,
          number: ++number,
          cursors: { [accountId]: numbers.head },
          operations,
        }));
        const [row] = await transaction`
          select public.sync_push(${ada.id}, ${PROTOCOL_VERSION}, ${JSON.stringify(sent)}::text::jsonb) as answer`;
        const refused = row?.answer.verdicts.filter(({ status }: { status: string }) => status !== 'applied');
        expect(refused).toEqual([]);
      },
  };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;
