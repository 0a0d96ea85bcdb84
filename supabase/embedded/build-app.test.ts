import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildApp, isBuilt } from './build-app.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'co-build-'));
  await mkdir(join(root, 'src/deep'), { recursive: true });
  await mkdir(join(root, 'dist'));
  await change('src/deep/screen.tsx', 1000);
  await change('index.html', 1000);
  for (const folder of ['src', 'src/deep']) await utimes(join(root, folder), 1000, 1000);
});
afterEach(() => rm(root, { recursive: true }));

/** Writes a file whose last change was at this second. */
async function change(path: string, second: number): Promise<void> {
  await writeFile(join(root, path), path);
  await utimes(join(root, path), second, second);
}

test('an app that was never built is not built', () => {
  expect(isBuilt(root)).toBe(false);
});

test('an app that is newer than its sources is built', async () => {
  await change('dist/index.html', 2000);
  expect(isBuilt(root)).toBe(true);
});

test('a source that changed after the build, however deep, makes a new build necessary', async () => {
  await change('dist/index.html', 2000);
  await change('src/deep/screen.tsx', 3000);
  expect(isBuilt(root)).toBe(false);
});

/** A small app that the real Vite builds. */
async function writeApp(page: string): Promise<void> {
  await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
  await writeFile(join(root, 'index.html'), page);
}

test('a build leaves no memory behind in the process that asked for it', async () => {
  await writeApp('<!doctype html><title>Small</title>');
  const before = process.memoryUsage.rss();
  const said: string[] = [];
  const folder = await buildApp(root, (line) => said.push(line));
  expect(process.memoryUsage.rss() - before).toBeLessThan(30 * 2 ** 20);
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('<title>Small</title>');
  expect(said).toEqual(['Building the app …']);
}, 60_000);

test('a build that fails says why', async () => {
  await writeApp('<!doctype html><script type="module" src="/not-there.js"></script>');
  await expect(buildApp(root, () => {})).rejects.toThrow(/could not be built.*not-there\.js/s);
}, 60_000);
