import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { atMost } from '../at-most.ts';
import { appliedMigrations } from '../postgres/migrate.ts';
import type { Secrets } from '../secrets.ts';
import { BackupFailed, explainFailure } from './backup-failed.ts';
import { type BackupHeader, type BackupTable, endOfBackup, endOfRows } from './backup-file.ts';
import { toCopyText } from './copy-text.ts';
import { type Patience, unlessAborted, whileItMoves } from './progress.ts';

/** Takes the bytes of a backup one after another. Resolves when they are where they belong. */
export type Sink = (bytes: Buffer) => Promise<void>;

/**
 * Writes everything that people entered, their accounts and this install's secrets into one file. All of it shows one
 * moment, and the backend may go on working meanwhile. The rows are text, so a later release with another PostgreSQL
 * can restore them. The file leaves out mails in the mail outbox and messages of realtime.
 *
 * It always ends. Throws BackupFailed, and then leaves no file. The caller ends the connection, which may be stuck.
 */
export async function writeBackup(
  superuser: Sql,
  secrets: Secrets,
  file: string,
  patience: Patience = {},
): Promise<BackupHeader> {
  // Two backups at once must not write into one draft.
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    refuseTaken(file);
    const header = await whileItMoves(patience, async (moved, signal) => {
      const disk = await openDraft(draft);
      try {
        const written = await sendBackup(superuser, secrets, disk.take, moved, signal);
        await disk.sync();
        return written;
      } finally {
        await disk.close();
      }
    });
    refuseTaken(file);
    await rename(draft, file);
    return header;
  } catch (error) {
    // The disk may be what does not answer.
    await atMost(
      1000,
      rm(draft, { force: true }).catch(() => {}),
    );
    throw explainFailure(error, file, patience.signal);
  }
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new BackupFailed('taken', `${file} is already there, and a backup overwrites nothing.`);
}

/** So much may lie in the memory of the system. Writing it all at the end could take minutes in which nothing moves. */
const UNSYNCED_BYTES = 4 * 1024 * 1024;

async function openDraft(draft: string) {
  const handle = await open(draft, 'wx', 0o600);
  let unsynced = 0;
  const sync = async () => {
    await handle.datasync();
    unsynced = 0;
  };
  const take: Sink = async (bytes) => {
    for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done)).bytesWritten;
    unsynced += bytes.length;
    if (unsynced >= UNSYNCED_BYTES) await sync();
  };
  return { take, sync, close: () => handle.close() };
}

/** Sends a whole backup to `sink`, and says each time that rows came or bytes went. */
export async function sendBackup(
  superuser: Sql,
  secrets: Secrets,
  sink: Sink,
  moved: () => void,
  signal: AbortSignal,
): Promise<BackupHeader> {
  return superuser.begin('isolation level repeatable read read only', async (sql) => {
    await sql.unsafe(forAnyServer);
    const header: BackupHeader = {
      format: 'carryover-backup-1',
      at: new Date().toISOString(),
      migrations: await appliedMigrations(sql),
      secrets,
    };
    await pipeline(
      textOf(sql, header, moved),
      createGzip({ level: 4 }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          await unlessAborted(signal, sink(chunk));
          moved();
        }
      },
      { signal },
    );
    return header;
  });
}

/** As pg_dump does: no time limit of the server's owner counts, and every server reads the dates alike. */
const forAnyServer = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO';
  set local intervalstyle = 'postgres'`;

async function* textOf(
  sql: TransactionSql,
  header: BackupHeader,
  moved: () => void,
): AsyncGenerator<Buffer | string, void> {
  yield `${JSON.stringify(header)}\n`;
  for (const table of await listTables(sql)) {
    yield `${JSON.stringify(table)}\n`;
    for await (const rows of rowsOf(sql, table)) {
      moved();
      yield rows;
    }
    yield endOfRows;
  }
  yield `${JSON.stringify(endOfBackup)}\n`;
}

/** A row may have a megabyte, so a hundred of them still fit into the memory of a small machine. */
const ROWS_AT_ONCE = 100;

async function* rowsOf(sql: TransactionSql, table: BackupTable): AsyncGenerator<Buffer, void> {
  const columns = table.columns.map(quote).join(', ');
  await sql.unsafe(`declare backup_rows no scroll cursor for select ${columns} from only ${nameOf(table)}`);
  for (;;) {
    const rows = await sql.unsafe(`fetch ${ROWS_AT_ONCE} from backup_rows`).raw();
    if (rows.length === 0) break;
    yield toCopyText(rows);
  }
  await sql.unsafe('close backup_rows');
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

/** The table's name in SQL. */
export function nameOf({ schema, table }: Pick<BackupTable, 'schema' | 'table'>): string {
  return `${quote(schema)}.${quote(table)}`;
}

export function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
