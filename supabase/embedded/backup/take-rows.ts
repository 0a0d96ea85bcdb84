import type { Sql, TransactionSql } from 'postgres';
import { listTables, nameOf, quote } from './backup.ts';
import { type BackupTable, readBackup, UnreadableBackup } from './backup-file.ts';
import { readCopyLine } from './copy-text.ts';
import { type Patience, whileItMoves } from './progress.ts';

/** So many bytes of a backup go to the database at once, or one row. */
const BATCH_BYTES = 1024 * 1024;

/**
 * Replaces the existing rows with those of a backup. The tables must be the ones that the backup was made of.
 *
 * It always ends. Throws UnreadableBackup, Stalled, or the database's error, and then nothing was changed. The caller
 * ends the connection, which may be stuck.
 */
export async function takeRows(superuser: Sql, file: string, patience: Patience = {}): Promise<void> {
  await whileItMoves(patience, (moved) =>
    superuser.begin(async (sql) => {
      // Rows come as they were: no trigger numbers them again, and they may come in any order.
      await sql`set local session_replication_role = replica`;
      const tables = await listTables(sql);
      await sql.unsafe(`truncate ${tables.map(nameOf).join(', ')}`);
      const known = new Set(tables.map(nameOf));
      await insertRows(file, moved, (table) => {
        // Others may have written into the file, and a superuser may write into PostgreSQL's own tables.
        if (!known.has(nameOf(table))) throw new UnreadableBackup(file);
        return prepareInsert(sql, table);
      });
    }),
  );
}

async function insertRows(file: string, moved: () => void, prepare: (table: BackupTable) => Promise<Insert>) {
  let insert: Insert | null = null;
  let width = 0;
  let waiting: Fields[] = [];
  let bytes = 0;
  const flush = async () => {
    if (waiting.length > 0) await insert?.(waiting);
    waiting = [];
    bytes = 0;
    moved();
  };
  for await (const part of readBackup(file)) {
    if (part.kind === 'table') {
      insert = await prepare(part.table);
      width = part.table.columns.length;
    } else if (part.kind === 'row') {
      const fields = readCopyLine(part.bytes);
      if (fields.length !== width) throw new UnreadableBackup(file);
      waiting.push(fields);
      bytes += part.bytes.length;
      if (bytes >= BATCH_BYTES) await flush();
    } else if (part.kind === 'end of rows') {
      await flush();
    }
  }
}

type Fields = (string | null)[];
type Insert = (rows: Fields[]) => Promise<unknown>;

/** A function that inserts rows into this table. A field is a text that PostgreSQL reads, or null. */
async function prepareInsert(sql: TransactionSql, table: BackupTable): Promise<Insert> {
  const types = await sql<{ name: string; type: string }[]>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a where a.attrelid = to_regclass(${nameOf(table)}) and a.attnum > 0 and not a.attisdropped`;
  const typeOf = new Map(types.map(({ name, type }) => [name, type]));
  const values = table.columns.map((name, place) => {
    const type = typeOf.get(name);
    if (type === undefined) throw new Error(`The database has no column ${name} in ${nameOf(table)}.`);
    return `(fields ->> ${place})::${type}`;
  });
  const text = `
    insert into ${nameOf(table)} (${table.columns.map(quote).join(', ')}) overriding system value
    select ${values.join(', ')} from jsonb_array_elements($1::text::jsonb) fields`;
  return (rows) => sql.unsafe(text, [JSON.stringify(rows)]);
}
