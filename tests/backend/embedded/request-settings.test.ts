/** How long a request may take and wait for locks, by PostgREST's rules on a hosted project. */
import { rm } from 'node:fs/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeDataDir, startDatabase, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { probeSchema } from '../../support/probe.ts';

let dataDir: string;
let backend: TestBackend;

beforeAll(async () => {
  dataDir = await makeDataDir();
  await start();
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  backend = await startTestBackend({ migrationsDir: probeSchema, dataDir });
}

async function signIn(): Promise<SupabaseClient> {
  const client = createClient(backend.url, backend.anonKey);
  await client.auth.signUp({ email: `${crypto.randomUUID()}@example.org`, password: 'correct horse' });
  return client;
}

describe.each([
  ['nobody', '3s', async () => createClient(backend.url, backend.anonKey)],
  ['a user', '8s', signIn],
  ['the service', '8s', async () => createClient(backend.url, backend.serviceRoleKey)],
] as const)('a request of %s', (_, statement, connect) => {
  test(`gets ${statement} a statement and 8s a lock, whichever way it goes`, async () => {
    const client = await connect();
    expect((await client.from('probe_limits').select()).data).toEqual([{ statement, lock: '8s' }]);
    expect((await client.rpc('probe_limits_value')).data).toEqual({ statement, lock: '8s' });
    expect((await client.rpc('probe_limits_rows')).data).toEqual([{ statement, lock: '8s' }]);
  });
});

describe('with limits that an operator set', () => {
  beforeAll(async () => {
    await backend.sql`alter role authenticated set statement_timeout = '300ms'`;
    await backend.sql`alter role authenticator set lock_timeout = '200ms'`;
    await backend.stop();
    await start();
  });
  let undo = async () => {};
  afterEach(() => undo());

  test('these are kept at the next start', async () => {
    const rows = await backend.sql`
      select rolname as role, rolconfig as settings from pg_roles
        where rolname in ('authenticated', 'authenticator') order by 1`;
    expect(rows).toEqual([
      { role: 'authenticated', settings: ['statement_timeout=300ms'] },
      { role: 'authenticator', settings: expect.arrayContaining(['lock_timeout=200ms', 'statement_timeout=8s']) },
    ]);
  });

  test.each(['probe_sleep', 'probe_sleep_rows'])('%s is stopped', async (name) => {
    const ada = await signIn();
    expect(await ada.rpc(name, { seconds: 5 })).toMatchObject({ status: 500, error: { code: '57014' } });
  });

  test.each(['probe_sleep_longer', 'probe_sleep_longer_rows'])(
    '%s has its own limit and is not stopped',
    async (name) => {
      const ada = await signIn();
      expect((await ada.rpc(name, { seconds: 0.8 })).error).toBeNull();
      expect((await ada.rpc('probe_limits_value')).data).toMatchObject({ statement: '300ms' });
    },
  );

  test('a request does not wait for a row that somebody else has locked', async () => {
    const ada = await signIn();
    await ada.from('probe').insert({ label: 'locked' });
    const holder = await backend.sql.reserve();
    undo = async () => {
      await holder`rollback`;
      holder.release();
    };
    await holder`begin`;
    await holder`select from public.probe where label = 'locked' for update`;
    const answer = await ada.from('probe').update({ amount: 2 }).eq('label', 'locked');
    expect(answer).toMatchObject({ status: 500, error: { code: '55P03' } });
  });
});

test('only upkeep and the calls that devices need have a limit of their own: 60 s', async () => {
  const database = await startDatabase();
  try {
    const rows = await database.sql`
      select proname as name, setting from pg_proc, unnest(proconfig) setting
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and setting like 'statement_timeout=%'
        order by 1`;
    expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
      'change_epoch statement_timeout=60s',
      'collect_garbage statement_timeout=60s',
      'delete_my_login statement_timeout=60s',
      'sync_pull statement_timeout=60s',
      'sync_push statement_timeout=60s',
      'sync_sums statement_timeout=60s',
    ]);
  } finally {
    await database.stop();
  }
});
