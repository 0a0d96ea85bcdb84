/** A stand-in for an empty hosted project, and the Supabase CLI, which reaches it over TCP with a password. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import postgres, { type Sql } from 'postgres';
import { repeatMigrations } from '../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir } from './backend.ts';

/** Its package is a dependency on Linux x64 only. Elsewhere these tests are reported as not run. */
export const hasSupabaseCli = process.platform === 'linux' && process.arch === 'x64';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = join(root, 'node_modules/@supabase/cli-linux-x64/bin/supabase');

/** What the CLI printed, on both streams; rejects if it fails. */
export async function runSupabase(folder: string, ...args: string[]): Promise<string> {
  // The CLI has no token, home or telemetry. It reads nothing of the person who runs the tests, and sends nothing.
  const env = {
    HOME: folder,
    PATH: '/usr/bin:/bin',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    SUPABASE_TELEMETRY_DISABLED: '1',
  };
  const { stdout, stderr } = await promisify(execFile)(cli, args, { cwd: folder, env });
  return stdout + stderr;
}

/** A folder with our `supabase/`, with these migrations instead of today's. */
export async function makeCheckout(folder: string, migrations: string): Promise<string> {
  await cp(join(root, 'supabase'), join(folder, 'supabase'), {
    recursive: true,
    filter: (path) => !/\/supabase\/(embedded|migrations)$/.test(path),
  });
  await replaceMigrations(folder, migrations);
  return folder;
}

export async function replaceMigrations(folder: string, migrations: string): Promise<void> {
  await rm(join(folder, 'supabase/migrations'), { recursive: true, force: true });
  await cp(migrations, join(folder, 'supabase/migrations'), { recursive: true });
}

export const todaysMigrations = join(root, 'supabase/migrations');

export type HostedProject = {
  /** A superuser's connection, over the socket. */
  sql: Sql;
  /** The address as the dashboard shows it, with the password. */
  url: string;
  /** A folder for checkouts; it is deleted with the project. */
  folder: string;
  stop(): Promise<void>;
};

const password = 'of this test alone';

export async function startHostedProject(): Promise<HostedProject> {
  const dataDir = await makeDataDir();
  const rules = join(dataDir, 'pg_hba.conf');
  await writeFile(rules, 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n');
  await chmod(rules, 0o644);
  const port = await findFreePort();
  const server = await startPostgres({
    dataDir,
    settings: { fsync: 'off', listen_addresses: '127.0.0.1', port: String(port), hba_file: rules },
  });
  const sql = postgres({
    host: server.socketFolder,
    port,
    database: 'postgres',
    user: 'supabase_admin',
    onnotice: () => {},
  });
  await repeatMigrations(sql, []);
  // The CLI then keeps its own record of what ran.
  await sql`drop schema supabase_migrations cascade`;
  await sql.unsafe(defaultGrants);
  await sql.unsafe(`alter role postgres password '${password}'`);
  const folder = join(dataDir, 'checkouts');
  await mkdir(folder);
  return {
    sql,
    url: `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?sslmode=disable`,
    folder,
    async stop() {
      await sql.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The first three are in each project's database from the first day. The dashboard runs the others when it creates a
 * project (supabase/cli: RevokeDefaultDataApiPrivilegesSql). Our migrations must revoke the remaining rights, such as
 * TRUNCATE.
 */
const defaultGrants = `
  alter default privileges for role postgres in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    grant all on functions to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke select, insert, update, delete on tables from anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke usage, select on sequences from anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke execute on functions from anon, authenticated, service_role;`;

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}
