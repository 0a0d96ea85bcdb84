import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isBuilt } from './build-app.ts';

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

/** Writes a file that was last changed at that second. */
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

test('a source that changed since, however deep, asks for a new build', async () => {
  await change('dist/index.html', 2000);
  await change('src/deep/screen.tsx', 3000);
  expect(isBuilt(root)).toBe(false);
});
