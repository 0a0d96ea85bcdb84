import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getAuthSchemaSql } from '@supabase/lite';
import type { Sql } from 'postgres';

const preludeFile = fileURLToPath(new URL('./prelude.sql', import.meta.url));
const migrationsFolder = fileURLToPath(new URL('../migrations/', import.meta.url));

/** A migration that ran before has another text now. */
export class MigrationChanged extends Error {
  constructor(file: string) {
    super(`The migration ${file} was changed after it ran on this data. Add a new migration instead.`);
    this.name = 'MigrationChanged';
  }
}

/**
 * Brings a database to the state the app needs: what a hosted project has from the start, then
 * `supabase/migrations/*.sql` in the order of their names, each in a transaction of its own and as role `postgres`,
 * which is no superuser there either. Returns the names of the files that ran.
 */
export async function migrate(superuser: Sql, folder = migrationsFolder): Promise<string[]> {
  await superuser.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(hashtext('carryover.prelude'))`;
    await sql.unsafe(getAuthSchemaSql());
    await sql.unsafe(readFileSync(preludeFile, 'utf8'));
  });
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const ran: string[] = [];
  for (const file of files) {
    if (await applyOnce(superuser, file, readFileSync(join(folder, file), 'utf8'))) ran.push(file);
  }
  return ran;
}

async function applyOnce(superuser: Sql, file: string, text: string): Promise<boolean> {
  const [version = file] = file.split('_');
  const checksum = createHash('sha256').update(text).digest('hex');
  return superuser.begin(async (sql) => {
    const [known] = await sql<{ checksum: string }[]>`
      select checksum from supabase_migrations.schema_migrations where version = ${version}`;
    if (known?.checksum === checksum) return false;
    if (known) throw new MigrationChanged(file);
    await sql`insert into supabase_migrations.schema_migrations (version, name, checksum) values (${version}, ${file}, ${checksum})`;
    await sql`set local role postgres`;
    try {
      await sql.unsafe(text);
    } catch (cause) {
      throw new Error(`The migration ${file} failed: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
    return true;
  });
}
