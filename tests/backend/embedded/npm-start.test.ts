/** The real `npm start`: npm, its shell and the server end together, and the next start works at once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeInstall } from '../../support/backend.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ready = /open at (http:\S+)/;

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeInstall();
});
afterEach(async () => {
  for (const pid of processesOf(dataDir)) process.kill(pid, 'SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

type Started = { npm: ChildProcess; output: () => string; ended: Promise<unknown[]> };

/** All processes of this install: those that got its folder in their environment, and its PostgreSQL. */
function processesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isStarted = readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DATA_DIR=${folder}\0`);
        return isStarted || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(folder, 'postgres'));
      } catch {
        return false; // it has just ended
      }
    })
    .map(Number);
}

/** npm's group is its own. So a signal to npm reaches nobody else. */
function runNpm(): Started {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      APP_DIR: join(dataDir, 'no-app'),
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { npm, output: () => text, ended: once(npm, 'exit') };
}

/** Resolves when it serves. */
async function start(): Promise<Started> {
  const started = runNpm();
  await expect.poll(() => ready.test(started.output()) || started.npm.exitCode !== null).toBe(true);
  expect(started.output()).toMatch(ready);
  return started;
}

/** PostgreSQL keeps its state as the fifth number of this file. 1: it was shut down in order. */
const stateOfDatabase = async () => (await readFile(join(dataDir, 'postgres/global/pg_control'))).readInt32LE(16);

async function startAgainAndEnd(): Promise<void> {
  const { npm, ended } = await start();
  npm.kill('SIGTERM');
  await ended;
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm ends everything in order before npm ends', async (signal) => {
  const { npm, ended } = await start();
  expect(processesOf(dataDir).length).toBeGreaterThan(2);
  npm.kill(signal);
  expect(await ended).toEqual([0, null]);
  expect(processesOf(dataDir)).toEqual([]);
  expect(await stateOfDatabase()).toBe(1);
  await startAgainAndEnd();
});

test('a signal to the whole group, as Ctrl-C sends it, ends everything in order before npm ends', async () => {
  const { npm, ended } = await start();
  process.kill(-(npm.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  expect(processesOf(dataDir)).toEqual([]);
  expect(await stateOfDatabase()).toBe(1);
});

test.each(['SIGKILL', 'SIGHUP'] as const)(
  '%s, which npm hands to nobody, ends everything in order soon',
  async (signal) => {
    const { npm, ended } = await start();
    npm.kill(signal);
    await ended;
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
    expect(await stateOfDatabase()).toBe(1);
  },
);

test('the next start works at once, also while the server before still ends', async () => {
  const { npm, ended } = await start();
  npm.kill('SIGKILL');
  await ended;
  await startAgainAndEnd();
  expect(processesOf(dataDir)).toEqual([]);
});

test('SIGTERM while it starts ends everything, and the next start works', async () => {
  for (const milliseconds of [50, 400, 900]) {
    const { npm, output, ended } = runNpm();
    await expect.poll(output).toContain('main.ts');
    await delay(milliseconds);
    npm.kill('SIGTERM');
    await ended;
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  }
  await startAgainAndEnd();
});
