/**
 * `node make-prepared-data.ts <folder> <release>`: makes a database with our migrations in the folder, and stops its
 * server.
 */
import postgres from 'postgres';
import { migrate } from '../../supabase/embedded/postgres/migrate.ts';
import { startPostgres } from '../../supabase/embedded/postgres/postgres.ts';
import { postgres15 } from './postgres-15.ts';

const [dataDir, release] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Which folder?');
const server = await startPostgres({
  dataDir,
  // Little of the log stays behind, for it is copied too.
  settings: {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_wal_size: '64MB',
    min_wal_size: '32MB',
  },
  ...(release === '15' ? { release: postgres15() } : {}),
});
const sql = postgres({
  host: server.socketFolder,
  password: server.password,
  database: 'postgres',
  user: 'supabase_admin',
  max: 1,
  onnotice: () => {},
});
await migrate(sql);
await sql.end();
await server.stop();
