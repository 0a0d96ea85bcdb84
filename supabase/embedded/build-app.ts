import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The files and folders that the app is built from. */
const sources = [
  'src',
  'sync',
  'public',
  'index.html',
  'package.json',
  'vite.config.ts',
  'chunks.config.ts',
  'css-icons.config.ts',
  'manifest.config.ts',
  'tsconfig.json',
];

/**
 * Builds the app into `root/dist`, unless it is there and no older than its sources. Returns that folder. A process of
 * its own builds it, because a process keeps the memory that a build takes. Throws with the output of a build that
 * fails. The signal ends the build.
 */
export async function buildApp(root: string, say: (line: string) => void, signal?: AbortSignal): Promise<string> {
  if (!isBuilt(root)) {
    say('Building the app …');
    const script = "import { build } from 'vite'; await build({ logLevel: 'warn' });";
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal === undefined ? {} : { signal }),
    });
    const [words, [code]] = await Promise.all([readAll(child), once(child, 'close')]);
    if (code !== 0) throw new Error(`The app could not be built.\n${words}`);
  }
  return join(root, 'dist');
}

async function readAll({ stdout, stderr }: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return (await Promise.all([text(stdout), text(stderr)])).join('').trim();
}

export function isBuilt(root: string): boolean {
  const built = statSync(join(root, 'dist/index.html'), { throwIfNoEntry: false });
  return built !== undefined && sources.every((source) => newestChange(join(root, source)) <= built.mtimeMs);
}

/** When a file or folder last changed, in milliseconds since 1970; 0 when it does not exist. */
function newestChange(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)));
  return Math.max(found.mtimeMs, ...inside);
}
