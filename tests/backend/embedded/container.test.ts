/** These tests build no container. They try what its file says on the files of this folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDir, memorySettings, nodeOptions, type SpawnedBackend, spawnBackend } from '../../support/backend.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFile(join(root, name), 'utf8');

/** The instructions of each stage, with continuation lines joined. */
async function readStages(): Promise<string[][]> {
  const lines = (await read('Containerfile')).replaceAll(/\\\n\s*/g, '').split('\n');
  const stages: string[][] = [];
  for (const line of lines) {
    if (line.startsWith('FROM ')) stages.push([]);
    else if (/^[A-Z]/.test(line)) stages.at(-1)?.push(line);
  }
  return stages;
}

const copied = (stage: string[]) =>
  stage
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(' ').slice(1, -1));

const Lock = v.object({
  packages: v.record(v.string(), v.object({ dev: v.optional(v.boolean()), devOptional: v.optional(v.boolean()) })),
});

/** The names that `npm ci --omit=dev` installs at the top. */
async function productionPackages(): Promise<string[]> {
  const { packages } = v.parse(Lock, JSON.parse(await read('package-lock.json')));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional)
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => existsSync(join(root, 'node_modules', name)));
}

let folder: string;
beforeAll(async () => {
  folder = await makeDataDir();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the image is built with every file of the root that the configuration of the build imports', async () => {
  const [build = []] = await readStages();
  const imported = [...(await read('vite.config.ts')).matchAll(/from '\.\/([\w.-]+)'/g)].map(([, file = '']) => file);
  expect(imported).toContain('chunks.config.ts');
  expect(copied(build)).toEqual(expect.arrayContaining(imported));
});

test('every file that the image copies exists and is not ignored', async () => {
  const ignored = (await read('.containerignore')).trim().split('\n');
  const paths = (await readStages()).flatMap(copied);
  expect(paths).toContain('supabase');
  for (const path of paths) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(
      ignored.some((pattern) => matchesGlob(path, pattern)),
      path,
    ).toBe(false);
  }
  expect(await read('.dockerignore')).toBe(await read('.containerignore'));
});

test('the image starts the backend as `npm start` does', async () => {
  const run = (await readStages()).at(-1) ?? [];
  const command = run.find((line) => line.startsWith('CMD ')) ?? '';
  const words: unknown = JSON.parse(command.slice('CMD '.length));
  expect(words).toEqual(['node', ...nodeOptions, 'supabase/embedded/main.ts']);
  const settings = Object.entries(memorySettings).map(([name, value]) => `${name}=${value}`);
  expect(settings).toHaveLength(2);
  expect(run).toContain(`ENV ${settings.join(' ')}`);
});

test('the image runs as an ordinary user and keeps its data outside', async () => {
  const run = (await readStages()).at(-1) ?? [];
  expect(run).toEqual(expect.arrayContaining(['USER node', 'VOLUME /data']));
  expect(run.findIndex((line) => line.startsWith('USER'))).toBeLessThan(
    run.findIndex((line) => line.startsWith('CMD')),
  );
});

test("the image's files start without development packages, and the health check succeeds", async () => {
  const stage = (await readStages()).at(-1) ?? [];
  for (const path of copied(stage)) await cp(join(root, path), join(folder, path), { recursive: true });
  for (const name of await productionPackages()) {
    await mkdir(join(folder, 'node_modules', dirname(name)), { recursive: true });
    await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await mkdir(join(folder, 'dist'));
  await writeFile(join(folder, 'dist/index.html'), '<title>Carryover</title>');
  const health: string[] = JSON.parse(
    /CMD (\[.*\])$/.exec(stage.find((line) => line.startsWith('HEALTHCHECK')) ?? '')?.[1] ?? '[]',
  );
  const command: string[] = JSON.parse(stage.find((line) => line.startsWith('CMD '))?.slice(4) ?? '[]');

  const backend: SpawnedBackend = await spawnBackend({
    dataDir: join(folder, 'data'),
    appDir: join(folder, 'dist'),
    program: join(folder, command.at(-1) ?? ''),
  });
  const check = async () => {
    const child = spawn(process.execPath, health.slice(1), { env: { PORT: String(backend.port) } });
    const [code] = await once(child, 'close');
    return code;
  };
  expect(await (await fetch(backend.url, { headers: { accept: 'text/html' } })).text()).toContain('Carryover');
  expect(await check()).toBe(0);
  await backend.stop();
  expect(await check()).toBe(1);
});
