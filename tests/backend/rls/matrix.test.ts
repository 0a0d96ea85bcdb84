import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { crowdIds } from '../../support/crowd.ts';
import { attempts } from './attempts.ts';
import { importAttempts } from './import-attempts.ts';
import { everybody, makeScene, type Scene } from './scene.ts';
import { scheduleAttempts } from './schedule-attempts.ts';
import { sharingAttempts } from './sharing-attempts.ts';
import { splitAttempts } from './split-attempts.ts';
import { transferAttempts } from './transfer-attempts.ts';

/**
 * Everybody tries everything with plain SQL, in the table API's form. Ada owns the account, Ben is its admin, Cy a
 * member, Dee a viewer. Eve is an admin and Fay a viewer of the budget for Food. Gus is a stranger.
 */
let database: TestDatabase;
let scene: Scene;

beforeAll(async () => {
  database = await startDatabase();
  scene = await makeScene(database);
}, 60_000);
afterAll(() => database.stop());

const TABLES = [
  'accounts',
  'transactions',
  'transaction_lines',
  'transaction_details',
  'categories',
  'budgets',
  'memberships',
  'reconciliations',
  'imports',
  'import_keys',
  'schedules',
  'invitations',
];

/** PT400 is what a nature forbids. */
const refusals = ['42501', 'PT400', 'PT403', 'PT404'];

const cells = [
  ...attempts,
  ...sharingAttempts,
  ...splitAttempts,
  ...importAttempts,
  ...transferAttempts,
  ...scheduleAttempts,
];

describe.each(cells)('$title', ({ allowed, run }) => {
  test.each(everybody.map((name) => ({ name, may: allowed.includes(name) ? 'may' : 'may not' })))(
    '$name $may',
    async ({ name, may }) => {
      const { sql } = scene.people[name];
      const before = await everything();
      await sql`begin`;
      const outcome = await run(sql, scene, name).then((rows) => rows.length, codeOf);
      await sql.unsafe(may === 'may' ? 'rollback' : 'commit');
      // Row-level security refuses by touching no row. A missing right refuses with 42501, a function with PT4xx.
      expect(refusals.includes(String(outcome)) ? 0 : outcome).toBe(may === 'may' ? 1 : 0);
      expect(await everything()).toBe(before);
    },
  );
});

test('an anonymous visitor reaches no table and no function', async () => {
  const anonymous = await database.connectAnonymously();
  const before = await everything();
  for (const table of TABLES) {
    expect(await anonymous.unsafe(`select * from public.${table}`).catch(codeOf)).toBe('42501');
    expect(await anonymous.unsafe(`delete from public.${table}`).catch(codeOf)).toBe('42501');
  }
  for (const call of [
    `sync_pull(gen_random_uuid(), '{}')`,
    `sync_push(gen_random_uuid(), 1, '[]')`,
    'sync_heads()',
    'sync_sums()',
    `create_account('x')`,
    'get_or_create_default_account()',
    'change_epoch()',
    'my_sessions()',
    'end_session(gen_random_uuid())',
    'delete_my_login()',
    'my_ownership_offers()',
    'offer_ownership(gen_random_uuid(), gen_random_uuid())',
    'answer_ownership(gen_random_uuid(), true)',
    'transaction_history(gen_random_uuid())',
    'account_activity(gen_random_uuid())',
  ]) {
    expect(await anonymous.unsafe(`select public.${call}`).catch(codeOf)).toBe('42501');
  }
  expect(await everything()).toBe(before);
});

/**
 * A digest of every row, except those of the crowd (tests/support/crowd.ts). The crowd would take a second each time.
 */
async function everything(): Promise<string> {
  const [row] = await database.sql`
    select md5(string_agg(content, '' order by content)) as digest from (
      select to_jsonb(t)::text from accounts t union all
      select to_jsonb(t)::text from transactions t where account_id < ${crowdIds.first} or account_id > ${crowdIds.last}
      union all select to_jsonb(t)::text from categories t union all select to_jsonb(t)::text from budgets t
      union all select to_jsonb(t)::text from transaction_details t
      union all select to_jsonb(t)::text from reconciliations t
      union all select to_jsonb(t)::text from schedules t
      union all select to_jsonb(t)::text from imports t union all select to_jsonb(t)::text from import_keys t
      union all select to_jsonb(t)::text from memberships t union all select to_jsonb(t)::text from invitations t
      union all select to_jsonb(t)::text from private.account_log t
      union all select to_jsonb(t)::text from private.removals t) rows (content)`;
  return row?.digest;
}

function codeOf(error: { code?: string }): string | undefined {
  return error.code;
}
