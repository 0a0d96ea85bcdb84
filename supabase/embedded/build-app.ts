import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the app is built from. */
const sources = ['src', 'sync', 'public', 'index.html', 'package.json', 'vite.config.ts', 'tsconfig.json'];

/** Builds the app into `root/dist` when it was never built or a source is newer. Returns the folder of the built app. */
export async function buildApp(root: string, say: (line: string) => void): Promise<string> {
  const folder = join(root, 'dist');
  const built = join(folder, 'index.html');
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0;
  if (builtAt < Math.max(...sources.map((source) => newestChange(join(root, source))))) {
    say('Building the app …');
    const { build } = await import('vite');
    await build({ root, logLevel: 'warn' });
  }
  return folder;
}

/** Milliseconds since 1970 of the last change in a file or folder; 0 when it does not exist. */
function newestChange(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)));
  return Math.max(found.mtimeMs, ...inside);
}
