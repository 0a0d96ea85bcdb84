import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { appliedMigrations } from '../postgres/migrate.ts';
import type { Secrets } from '../secrets.ts';
import { type BackupHeader, type BackupTable, endOfBackup, endOfRows } from './backup-file.ts';

/**
 * Writes everything that people entered, their accounts and this install's secrets into one file. All of it shows one
 * moment, and the backend may go on working meanwhile. The rows are text, so a later release with another PostgreSQL
 * can restore them. The file leaves out mails in the mail outbox and messages of realtime. Throws when the file
 * exists.
 */
export async function writeBackup(superuser: Sql, secrets: Secrets, file: string): Promise<BackupHeader> {
  if (existsSync(file)) throw new Error(`${file} is already there, and a backup overwrites nothing.`);
  const draft = `${file}.new`;
  await rm(draft, { force: true }); // a killed run left it
  try {
    const header = await superuser.begin('isolation level repeatable read read only', async (sql) => {
      const said: BackupHeader = {
        format: 'carryover-backup-1',
        at: new Date().toISOString(),
        migrations: await appliedMigrations(sql),
        secrets,
      };
      await pipeline(
        Readable.from(textOf(sql, said)),
        createGzip({ level: 4 }),
        createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      );
      return said;
    });
    await rename(draft, file);
    return header;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function* textOf(sql: TransactionSql, header: BackupHeader): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify(header)}\n`;
  for (const table of await listTables(sql)) {
    yield `${JSON.stringify(table)}\n`;
    yield* await sql.unsafe(`copy ${nameOf(table)} to stdout`).readable();
    yield endOfRows;
  }
  yield `${JSON.stringify(endOfBackup)}\n`;
}

/** The tables that the migrations and the auth library made. Generated columns are no data. */
export async function listTables(sql: Sql | TransactionSql): Promise<BackupTable[]> {
  return sql<BackupTable[]>`
    select n.nspname as schema, c.relname as table,
      array(select a.attname from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'private', 'public') order by 1, 2`;
}

/** The table with its columns, as COPY takes it. */
export function nameOf({ schema, table, columns }: BackupTable): string {
  return `${quote(schema)}.${quote(table)} (${columns.map(quote).join(', ')})`;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
