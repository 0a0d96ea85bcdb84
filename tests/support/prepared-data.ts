/**
 * The data folder of an install after its first start, made once for each state of the sources. Each test copies it.
 * That takes a tenth of the time of making a cluster and running all migrations.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const program = fileURLToPath(new URL('./make-prepared-data.ts', import.meta.url));

/** The sources that decide the data: migrations, the code that makes the cluster, and the versions of the packages. */
const sources = ['supabase/migrations', 'supabase/embedded/postgres', 'package-lock.json'];

/** Copies the prepared cluster into a data folder that has none. `release` is PostgreSQL's major release. */
export async function copyPreparedData(dataDir: string, release: '15' | '17'): Promise<void> {
  const template = await preparedData(release);
  // The copy keeps the owners of files, because the database server may run as another user.
  await run('cp', ['-a', join(template, 'postgres'), dataDir]);
}

async function preparedData(release: '15' | '17'): Promise<string> {
  const template = join(tmpdir(), `carryover-prepared-${process.getuid?.() ?? 0}-${release}-${digest()}`);
  if (existsSync(template)) return template;
  const draft = `${template}.${process.pid}`;
  await mkdir(draft, { mode: 0o711 });
  await run(process.execPath, [program, draft, release]);
  // Several test files may make it at once. The first one counts.
  await rename(draft, template).catch(() => rm(draft, { recursive: true, force: true }));
  return template;
}

function digest(): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  if (path.endsWith('.json')) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => `${path}/${entry.name}`);
}
