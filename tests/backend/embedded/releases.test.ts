import { appendFile, cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres, { type Sql } from 'postgres';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restoreBackup } from '../../../supabase/embedded/backup/restore.ts';
import { MigrationChanged, migrate, repeatMigrations } from '../../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir, startTestBackend, type TestBackend } from '../../support/backend.ts';
import { catalogueOf } from '../../support/catalogue.ts';
import {
  backupOf,
  keptNames,
  keptText,
  makeReleasedDatabase,
  makeReleasedInstall,
  migrationsOf,
  readRecorded,
  releases,
  textOf,
  writeMigrations,
} from '../../support/released-data.ts';
import { type Wire, wireOf } from '../../support/released-wire.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [first = ''] = releases;
const undo: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

async function newFolder(): Promise<string> {
  const folder = await makeDataDir();
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A new server, because roles belong to the server and not to the database. */
async function openEmpty(): Promise<Sql> {
  const server = await startPostgres({ dataDir: await newFolder(), settings: { fsync: 'off' } });
  undo.push(() => server.stop());
  const sql = postgres({
    host: server.socketFolder,
    password: server.password,
    database: 'postgres',
    user: 'supabase_admin',
    max: 1,
    onnotice: () => {},
  });
  undo.push(() => sql.end());
  return sql;
}

async function start(dataDir: string): Promise<TestBackend> {
  const backend = await startTestBackend({ dataDir });
  undo.push(() => backend.stop());
  return backend;
}

/** A migration that the first release has run. Its text is another one today. */
const REWRITTEN = '20261121001100_hints.sql';

/** One of which every release ran today's text. */
const UNCHANGED = '20261121000100_private.sql';

/** Today's migrations, with this text appended to that one. */
async function rewriteMigration(text: string, name = REWRITTEN): Promise<string> {
  const folder = join(await newFolder(), 'migrations');
  await cp(`${root}supabase/migrations`, folder, { recursive: true });
  await appendFile(join(folder, name), text);
  return folder;
}

test('the release that package.json names is recorded, with the texts of its migrations', async () => {
  const Named = v.object({ version: v.string() });
  const { version } = v.parse(Named, JSON.parse(await readFile(`${root}package.json`, 'utf8')));
  expect(releases).toContain(version);
  const list: unknown = JSON.parse(
    await readFile(`${root}supabase/embedded/postgres/released-migrations.json`, 'utf8'),
  );
  const ran: Record<string, Record<string, string>> = {};
  for (const release of releases) {
    const migrations = await migrationsOf(release);
    ran[release] = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
    for (const migration of migrations) textOf(release, migration);
  }
  expect(list).toEqual(ran);
});

test('an edit of a released migration is found, where its former text is not kept', async () => {
  const migrations = await rewriteMigration('\n-- edited\n', UNCHANGED);
  for (const release of releases) {
    const ran = (await migrationsOf(release)).find(({ name }) => name === UNCHANGED);
    if (!ran) throw new Error(`${release} has not run it.`);
    expect(() => textOf(release, ran, migrations)).toThrow(`${UNCHANGED} is not the text that release ${release} ran.`);
  }
});

test('a release keeps only texts that are others today, and none that it has not run', async () => {
  const needless: string[] = [];
  for (const release of releases) {
    const ran = new Set((await migrationsOf(release)).map(({ name }) => name));
    for (const name of keptNames(release)) {
      const today = await readFile(`${root}supabase/migrations/${name}`, 'utf8');
      if (!ran.has(name) || keptText(release, name) === today) needless.push(`${release}/${name}`);
    }
  }
  expect(needless).toEqual([]);
  expect(releases.flatMap(keptNames)).toContain(REWRITTEN);
});

describe('the comparison of databases', () => {
  let released: Sql;
  beforeAll(async () => {
    released = await openEmpty();
    await migrate(released, await writeMigrations(first, join(await newFolder(), 'migrations')));
  });

  test.each([
    ['table', 'create table public.planted ()'],
    ['column', 'alter table public.accounts add planted int'],
    [
      'order of columns',
      'alter table public.budgets drop description; alter table public.budgets add description text',
    ],
    ['default', 'alter table public.accounts alter description set default 1'],
    ['constraint', 'alter table public.accounts add check (true)'],
    ['index', 'create index planted on public.accounts (account_name)'],
    [
      'body of a function',
      `create or replace function public.change_epoch() returns uuid language sql as 'select null::uuid'`,
    ],
    ['policy', 'alter policy read on public.invitations using (true)'],
    ['row-level security', 'alter table public.accounts disable row level security'],
    ['grant', 'grant delete on public.accounts to anon'],
    ['grant on a column', 'grant select (epoch) on private.server to anon'],
    ['grant on a function', 'grant execute on function public.change_epoch to anon'],
    ['trigger', 'alter table public.invitations disable trigger before_write'],
    ['publication', 'alter publication supabase_realtime drop table public.transactions'],
    ['comment', `comment on column public.accounts.balance is 'planted'`],
    ['row', 'delete from private.server'],
    ['default grant', 'alter default privileges for role postgres in schema public grant all on tables to public'],
    ['membership of a role', 'grant service_role to anon'],
    ['setting of a role', `alter role anon set statement_timeout = '4s'`],
  ])('shows another %s', async (_what, planted) => {
    const before = await catalogueOf(released);
    const reserved = await released.reserve();
    try {
      await reserved.unsafe(`begin; ${planted}`);
      expect(await catalogueOf(reserved)).not.toEqual(before);
    } finally {
      await reserved.unsafe('rollback');
      reserved.release();
    }
  });
});

test('a migration with another text today counts as run, and its backup is restored with the new text', async () => {
  const migrations = await rewriteMigration('\n-- rewritten\n');
  const old = await openEmpty();
  await makeReleasedDatabase(old, first);
  expect(await migrate(old, migrations)).not.toContain(REWRITTEN);
  const dataDir = await newFolder();
  await restoreBackup({ file: backupOf(first), dataDir, force: false, migrationsDir: migrations });
  const backend = await startTestBackend({ dataDir, migrationsDir: migrations });
  await backend.stop();
});

test('a text that no release had is still refused', async () => {
  const developed = await openEmpty();
  await migrate(developed, await rewriteMigration('\n-- in between\n'));
  await expect(migrate(developed)).rejects.toThrow(MigrationChanged);
});

/** Whether a text of its migrations is another one today. */
async function isRewritten(release: string): Promise<boolean> {
  const differ = (await migrationsOf(release)).map(async (migration) => {
    return textOf(release, migration) !== (await readFile(`${root}supabase/migrations/${migration.name}`, 'utf8'));
  });
  return (await Promise.all(differ)).includes(true);
}

let ofNewInstall: ReturnType<typeof catalogueOf> | undefined;
function catalogueOfNewInstall(): ReturnType<typeof catalogueOf> {
  ofNewInstall ??= (async () => {
    const fresh = await openEmpty();
    await migrate(fresh);
    return catalogueOf(fresh);
  })();
  return ofNewInstall;
}

describe.each(releases)('%s', (release) => {
  test("today's texts of its migrations leave the same database as its own texts", async () => {
    // Equal texts make equal databases.
    if (!(await isRewritten(release))) return;
    const [today, released] = [await openEmpty(), await openEmpty()];
    await repeatMigrations(today, await migrationsOf(release));
    await migrate(released, await writeMigrations(release, join(await newFolder(), 'migrations')));
    expect(await catalogueOf(today)).toEqual(await catalogueOf(released));
  });

  test('its upgraded database equals the database of a new install', async () => {
    const old = await openEmpty();
    await makeReleasedDatabase(old, release);
    await migrate(old);
    expect(await catalogueOf(old)).toEqual(await catalogueOfNewInstall());
  });

  const recorded = readRecorded(release);
  const [ada, ben, cleo] = recorded.people;
  // A device of that time reads the answers with its own schemas.
  let wire: Wire;
  beforeAll(async () => {
    wire = await wireOf(release);
  });
  const connect = ({ url, anonKey }: TestBackend) =>
    createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

  async function signIn(backend: TestBackend): Promise<SupabaseClient> {
    const client = connect(backend);
    const { error } = await client.auth.signInWithPassword({ email: ada?.email ?? '', password: recorded.password });
    if (error) throw error;
    return client;
  }

  /** The balances in cents, as the server keeps them and as the rows add up. */
  async function sumsOf({ sql }: TestBackend) {
    const [row] = await sql`
      select (a.balance * 100)::int as kept, count(t)::int as rows,
        (sum(case t.type when 'credit' then t.amount else -t.amount end) * 100)::int as added
      from public.accounts a join public.transactions t using (account_id)
      where a.account_id = ${recorded.household} group by a.balance`;
    return row;
  }

  async function pushOutbox(client: SupabaseClient) {
    const { data, error } = await client.rpc('sync_push', recorded.push);
    if (error) throw error;
    return v.parse(wire.PushAnswer, data).verdicts.map(({ status }) => status);
  }

  async function pull(client: SupabaseClient, cursors: object = recorded.cursors) {
    const { data, error } = await client.rpc('sync_pull', { p_user: ada?.id, p_cursors: cursors, p_limit: 1000 });
    if (error) throw error;
    return v.parse(wire.PullAnswer, data);
  }

  const WithAccounts = v.object({ accounts: v.array(v.looseObject({ version: v.number() })) });

  /** A new device gets the rows that the release's own server gave to one. */
  async function expectContents(client: SupabaseClient) {
    const { protocol } = recorded.cursors;
    const { scopes } = await pull(client, { protocol, epoch: null, scopes: {} });
    const before = v.parse(wire.PullAnswer, recorded.contents).scopes;
    const rowsOnly = ({ cursor, head, floor, transactions, ...others }: (typeof scopes)[number]) => ({
      ...others,
      // An upgrade gives each account a number, so that devices hear the address of its owner (S76).
      accounts: v.parse(WithAccounts, others).accounts.map(({ version, ...account }) => account),
      transactions: transactions.toSorted((a, b) => a.id.localeCompare(b.id)),
    });
    expect(scopes.map(rowsOnly)).toMatchObject(before.map(rowsOnly));
  }

  const applied = recorded.push.p_mutations.map(() => 'applied');
  const afterwards = {
    kept: recorded.balanceAfterPush,
    added: recorded.balanceAfterPush,
    rows: recorded.rowsAfterPush ?? recorded.rows,
  };
  const scopesOfAda = Object.keys(recorded.cursors.scopes);

  test("today's backend starts on its data, keeps people signed in and accepts unsent changes", async () => {
    const dataDir = await newFolder();
    await makeReleasedInstall(dataDir, release);
    const backend = await start(dataDir);
    expect(await sumsOf(backend)).toEqual({ kept: recorded.balance, added: recorded.balance, rows: recorded.rows });
    for (const person of [ada, ben, cleo]) {
      const { error } = await connect(backend).auth.refreshSession({ refresh_token: person?.refreshToken ?? '' });
      expect(error).toBeNull();
    }
    const client = await signIn(backend);
    const { epoch, scopes } = await pull(client);
    expect(epoch).toBe(recorded.cursors.epoch);
    expect(scopes).toMatchObject(scopesOfAda.map((scope) => ({ scope, reset: false, transactions: [], removals: [] })));
    if (recorded.contents) await expectContents(client);
    expect(await pushOutbox(client)).toEqual(applied);
    expect(await sumsOf(backend)).toEqual(afterwards);
    // The response was lost. The device gets the same verdicts, and nothing happens twice.
    expect(await pushOutbox(client)).toEqual(applied);
    expect(await sumsOf(backend)).toEqual(afterwards);
  });

  test('its backup is restored, and a device of that time starts afresh and sends its unsent changes', async () => {
    const dataDir = await newFolder();
    await restoreBackup({ file: backupOf(release), dataDir, force: false });
    const backend = await start(dataDir);
    const client = await signIn(backend);
    const { epoch, scopes } = await pull(client);
    expect(epoch).not.toBe(recorded.cursors.epoch);
    expect(scopes).toMatchObject(scopesOfAda.map((scope) => ({ scope, reset: true })));
    const whole = scopes.find(({ scope }) => scope === `account:${recorded.household}`);
    expect(whole?.transactions).toHaveLength(recorded.rows);
    if (recorded.contents) await expectContents(client);
    expect(await pushOutbox(client)).toEqual(applied);
    expect(await sumsOf(backend)).toEqual(afterwards);
  });
});
