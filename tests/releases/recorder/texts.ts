/**
 * The texts of a release: what makes its database, and the schemas by which its devices read what travels. Its
 * migrations are today's, so they are only listed (tests/support/released-data.ts).
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getAuthSchemaSql } from '@supabase/lite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export function copyTexts(folder: string): void {
  copyFileSync(`${root}supabase/embedded/postgres/prelude.sql`, `${folder}prelude.sql`);
  writeFileSync(`${folder}auth-schema.sql`, getAuthSchemaSql());
  mkdirSync(`${folder}wire`);
  const copied = new Set<string>();
  for (const name of ['protocol', 'sums']) copySchemas(`${root}sync/${name}.ts`, `${folder}wire/`, copied);
}

/** Copies a file and all of ours that it imports into one folder. */
function copySchemas(file: string, into: string, copied: Set<string>): void {
  if (copied.has(basename(file))) return;
  copied.add(basename(file));
  const imported = /from '(#domain\/|\.[./]*\/)([\w/-]+)(?:\.ts)?'/g;
  const text = readFileSync(file, 'utf8').replaceAll(imported, (_all, where: string, path: string) => {
    const its = where === '#domain/' ? `${root}src/domain` : resolve(dirname(file), where);
    copySchemas(`${its}/${path}.ts`, into, copied);
    return `from './${basename(path)}.ts'`;
  });
  writeFileSync(`${into}${basename(file)}`, text);
}

/** As the lint rules want what is written. */
export async function format(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [`${root}node_modules/.bin/biome`, 'check', '--write', folder], {
    cwd: root,
  });
}

/** From now on these texts may have run on somebody's data. */
export function listMigrations(version: string): void {
  const file = `${root}supabase/embedded/postgres/released-migrations.json`;
  const folder = `${root}supabase/migrations`;
  const checksum = (name: string) => createHash('sha256').update(readFileSync(`${folder}/${name}`, 'utf8'));
  const names = readdirSync(folder).sort();
  const listed = Object.fromEntries(names.map((name) => [name, checksum(name).digest('hex')]));
  const releases = { ...JSON.parse(readFileSync(file, 'utf8')), [version]: listed };
  writeFileSync(file, `${JSON.stringify(releases, null, 2)}\n`);
}
