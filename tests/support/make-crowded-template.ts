/** `node make-crowded-template.ts <folder>`: makes a database with a crowd in the folder, and stops its server. */
import { mkdir } from 'node:fs/promises';
import postgres from 'postgres';
import { startPostgres } from '../../supabase/embedded/postgres/postgres.ts';
import { makeCrowd } from './crowd.ts';
import { copyPreparedData } from './prepared-data.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('Which folder?');
await mkdir(dataDir, { mode: 0o711 });
await copyPreparedData(dataDir, '17');
// Keeps little of the write-ahead log, because each test file copies it, too.
const little = { max_wal_size: '64MB', min_wal_size: '32MB' };
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', ...little };
const server = await startPostgres({ dataDir, settings });
const sql = postgres({
  host: server.socketFolder,
  password: server.password,
  database: 'postgres',
  user: 'supabase_admin',
  max: 1,
  onnotice: () => {},
});
await makeCrowd(sql);
await sql.end();
await server.stop();
