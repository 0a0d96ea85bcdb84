import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the app is built from. */
const sources = [
  'src',
  'sync',
  'public',
  'index.html',
  'package.json',
  'vite.config.ts',
  'manifest.config.ts',
  'tsconfig.json',
];

/** Builds the app into `root/dist` unless it is there and no older than its sources. Returns that folder. */
export async function buildApp(root: string, say: (line: string) => void): Promise<string> {
  if (!isBuilt(root)) {
    say('Building the app …');
    const { build } = await import('vite');
    await build({ root, logLevel: 'warn' });
  }
  return join(root, 'dist');
}

export function isBuilt(root: string): boolean {
  const built = statSync(join(root, 'dist/index.html'), { throwIfNoEntry: false });
  return built !== undefined && sources.every((source) => newestChange(join(root, source)) <= built.mtimeMs);
}

/** Milliseconds since 1970 of the last change in a file or folder; 0 when it does not exist. */
function newestChange(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)));
  return Math.max(found.mtimeMs, ...inside);
}
