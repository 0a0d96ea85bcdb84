import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELD_GROUPS } from '#domain/mutations/operations';
import { Refusal } from '#domain/mutations/verdicts';
import {
  AccountRow,
  BudgetRow,
  CategoryRow,
  ImportRow,
  InvitationRow,
  MembershipRow,
  ReconciliationRow,
  ScheduleRow,
  TransactionRow,
} from '#domain/rows';
import { PROTOCOL_VERSION } from '../../../sync/protocol.ts';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.stop());

test.each([
  // Pulls add it, so that nothing that is stored or answered in this form has it.
  ['client_account', v.omit(AccountRow, ['ownerEmail'])],
  ['client_transaction', TransactionRow],
  ['client_category', CategoryRow],
  ['client_budget', BudgetRow],
  ['client_membership', MembershipRow],
  ['client_invitation', InvitationRow],
  ['client_reconciliation', ReconciliationRow],
  ['client_import', ImportRow],
  ['client_schedule', ScheduleRow],
])('private.%s has exactly the fields of its schema', async (type, schema) => {
  const rows = await database.sql`
    select attname from pg_attribute where attrelid = ${`private.${type}`}::regclass and attnum > 0`;
  expect(rows.map((row) => row.attname).sort()).toEqual(Object.keys(schema.entries).sort());
});

test('SQL and the device speak the same protocol version', async () => {
  const [row] = await database.sql`select private.protocol() as version`;
  expect(row).toEqual({ version: PROTOCOL_VERSION });
});

test.each([
  ['accounts', AccountRow],
  ['transactions', TransactionRow],
  ['categories', CategoryRow],
  ['budgets', BudgetRow],
  ['schedules', ScheduleRow],
] as const)(
  'SQL merges the fields of %s by the groups of the device, and refuses the others',
  async (table, schema) => {
    const fields = Object.keys(schema.entries);
    const rows = await database.sql<{ fields: string[] }[]>`
    select array_agg(field order by field) as fields from unnest(${fields}::text[]) field
    where private.field_group(${table}, field) is not null group by private.field_group(${table}, field)`;
    expect(rows.map((row) => row.fields.join(' ')).sort()).toEqual(
      FIELD_GROUPS[table].map((group) => [...group].sort().join(' ')).sort(),
    );
  },
);

test('every table in public has row-level security', async () => {
  const rows = await database.sql`
    select relname, relrowsecurity from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
  expect(rows.map((row) => [row.relname, row.relrowsecurity])).toEqual([
    ['accounts', true],
    ['budgets', true],
    ['categories', true],
    ['import_keys', true],
    ['imports', true],
    ['invitations', true],
    ['memberships', true],
    ['reconciliations', true],
    ['schedules', true],
    ['transaction_details', true],
    ['transaction_lines', true],
    ['transactions', true],
  ]);
});

test("every function that runs with its owner's rights has an empty search path", async () => {
  const rows = await database.sql`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prosecdef
      and not coalesce(proconfig, '{}') @> array['search_path=""']`;
  expect(rows.map((row) => row.proname)).toEqual([]);
});

test('clients reach only the intended functions', async () => {
  const rows = await database.sql`
    select role, array_agg(proname::text order by proname) as names
    from pg_proc, unnest(array['anon', 'authenticated']) role
    where pronamespace = 'public'::regnamespace and has_function_privilege(role, oid, 'execute')
    group by role order by role`;
  expect(Object.fromEntries(rows.map((row) => [row.role, row.names]))).toEqual({
    authenticated: [
      'account_activity',
      'answer_ownership',
      'create_account',
      'delete_my_login',
      'end_session',
      'get_or_create_default_account',
      'invitation_mailed',
      'my_ownership_offers',
      'my_sessions',
      'offer_ownership',
      'resend_invitation',
      'send_invitation',
      'sync_heads',
      'sync_pull',
      'sync_push',
      'sync_sums',
      'transaction_history',
    ],
  });
});

test('every refusal that a push raises is one of the verdicts', () => {
  const folder = fileURLToPath(new URL('../../../supabase/migrations/', import.meta.url));
  const raised = readdirSync(folder)
    .filter((name) => /sync_(operations|calls)/.test(name) || name.includes('accounts.sql'))
    .flatMap((name) => [...readFileSync(folder + name, 'utf8').matchAll(/private\.refuse\('PT4\d\d', '(\w+)'/g)])
    .map((match) => match[1])
    .filter((reason) => reason !== 'unauthorized');
  expect(raised.length).toBeGreaterThan(5);
  for (const reason of raised) expect(Refusal.options).toContain(reason);
});
