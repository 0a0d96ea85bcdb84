import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getAuthSchemaSql } from '@supabase/lite';
import type { Sql, TransactionSql } from 'postgres';
import { oneStartAtATime } from './one-start-at-a-time.ts';
import { isReleased } from './released-migrations.ts';

const preludeFile = fileURLToPath(new URL('./prelude.sql', import.meta.url));
const migrationsFolder = fileURLToPath(new URL('../../migrations/', import.meta.url));

/**
 * A migration ran with a text that is neither today's nor a release's. That may happen while a release is being made.
 */
export class MigrationChanged extends Error {
  constructor(file: string) {
    super(
      `A development version of Carryover made this data, and ${file} has changed since. Nothing was touched. ` +
        'Start that version again to take the data out, or start this one with another folder: DATA_DIR=… npm start',
    );
    this.name = 'MigrationChanged';
  }
}

/** A later release than this one made the data. */
export class MigrationUnknown extends Error {
  constructor(names: string[]) {
    super(`This release does not know ${names.join(', ')}. A later release made the data.`);
    this.name = 'MigrationUnknown';
  }
}

export type AppliedMigration = { version: string; name: string; checksum: string };
type Migration = AppliedMigration & { text: string };

/**
 * Brings a database to the state that the app needs. It adds what a hosted project has from the start. Then it runs
 * `supabase/migrations/*.sql` in the order of their names, each in its own transaction. Role `postgres` runs them,
 * which is no superuser on a hosted project either. Returns the names of the files that ran.
 */
export async function migrate(superuser: Sql, folder?: string): Promise<string[]> {
  return run(superuser, readMigrations(folder));
}

/** Gives an empty database the shape that these migrations left, so that it can take their data. */
export async function repeatMigrations(superuser: Sql, applied: AppliedMigration[], folder?: string): Promise<void> {
  const known = readMigrations(folder);
  const wanted = new Map(applied.map((migration) => [migration.version, migration]));
  const unknown = applied.filter(({ version }) => !known.some((migration) => migration.version === version));
  if (unknown.length > 0) throw new MigrationUnknown(unknown.map(({ name }) => name));
  const changed = known.find((migration) => {
    const ran = wanted.get(migration.version);
    return ran && !isSame(migration, ran.checksum);
  });
  if (changed) throw new MigrationChanged(changed.name);
  await run(
    superuser,
    known.filter(({ version }) => wanted.has(version)),
  );
}

/** The migrations that ran on this database; none on a new one. */
export async function appliedMigrations(sql: Sql | TransactionSql): Promise<AppliedMigration[]> {
  const [there] = await sql`select where to_regclass('supabase_migrations.schema_migrations') is not null`;
  if (!there) return [];
  return sql<AppliedMigration[]>`
    select version, name, checksum from supabase_migrations.schema_migrations order by version`;
}

/** The names of the files that `migrate` would run. */
export async function pendingMigrations(sql: Sql, folder?: string): Promise<string[]> {
  const applied = new Set((await appliedMigrations(sql)).map(({ version }) => version));
  return readMigrations(folder)
    .filter(({ version }) => !applied.has(version))
    .map(({ name }) => name);
}

function readMigrations(folder = migrationsFolder): Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const [version = name] = name.split('_');
    return { version, name, text, checksum: createHash('sha256').update(text).digest('hex') };
  });
}

/** Whether the text that ran leaves the same database as today's text. */
function isSame({ name, checksum }: Pick<Migration, 'name' | 'checksum'>, ran: string): boolean {
  return ran === checksum || isReleased(name, ran);
}

async function run(superuser: Sql, migrations: Migration[]): Promise<string[]> {
  await oneStartAtATime(superuser, async (sql) => {
    await sql.unsafe(getAuthSchemaSql());
    await sql.unsafe(readFileSync(preludeFile, 'utf8'));
  });
  const ran: string[] = [];
  for (const migration of migrations) {
    await oneStartAtATime(superuser, async (sql) => {
      if (await applyOnce(sql, migration)) ran.push(migration.name);
    });
  }
  return ran;
}

async function applyOnce(sql: TransactionSql, { version, name, text, checksum }: Migration): Promise<boolean> {
  const [known] = await sql<{ checksum: string }[]>`
    select checksum from supabase_migrations.schema_migrations where version = ${version}`;
  if (known && isSame({ name, checksum }, known.checksum)) return false;
  if (known) throw new MigrationChanged(name);
  await sql`insert into supabase_migrations.schema_migrations (version, name, checksum)
    values (${version}, ${name}, ${checksum})`;
  // This stands in for supautils. With it, hosted projects let this role make policies on the table.
  await sql`grant supabase_realtime_admin to postgres`;
  await sql`set local role postgres`;
  try {
    await sql.unsafe(text);
    await sql`reset role`;
    await sql`revoke supabase_realtime_admin from postgres`;
  } catch (cause) {
    throw new Error(`The migration ${name} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
  return true;
}
