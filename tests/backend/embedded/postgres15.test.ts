import { rm } from 'node:fs/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { migrate, pendingMigrations } from '../../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../../supabase/embedded/postgres/postgres.ts';
import { makeDataDir } from '../../support/backend.ts';
import { hasPostgres15, postgres15 } from '../../support/postgres-15.ts';

// PostgreSQL 15 also tries what the migrations do: vite.config.ts runs tests/backend/sql and the matrix of roles a
// second time.
const releases = [
  { major: 17, options: {} },
  ...(hasPostgres15 ? [{ major: 15, options: { release: postgres15() } }] : []),
];

test.each(releases)('every migration applies to a plain PostgreSQL $major, once', async ({ major, options }) => {
  const dataDir = await makeDataDir();
  const server = await startPostgres({ dataDir, settings: { fsync: 'off' }, ...options });
  const sql = postgres({
    host: server.socketFolder,
    password: server.password,
    database: 'postgres',
    user: 'supabase_admin',
    onnotice: () => {},
  });
  try {
    expect(await sql`select current_setting('server_version_num')::int / 10000 as major`).toEqual([{ major }]);
    expect(await migrate(sql)).not.toEqual([]);
    expect(await pendingMigrations(sql)).toEqual([]);
    expect(await migrate(sql)).toEqual([]);
  } finally {
    await sql.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('PostgreSQL 15 is tried on Linux x64 only, because only that platform has its package', () => {
  const tried = releases.some(({ major }) => major === 15);
  expect(tried).toBe(process.platform === 'linux' && process.arch === 'x64');
});
