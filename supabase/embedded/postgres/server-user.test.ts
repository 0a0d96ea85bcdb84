import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseServerUser, makeUser, runAs } from './server-user.ts';

/** The effective user, and whether access(2) lets it into the folder. access(2) asks for the real user. */
const look = (folder: string) =>
  `require('node:fs').accessSync(${JSON.stringify(folder)}); console.log(process.geteuid())`;

test('the server does not run as root, and reaches a folder whose parent is closed to everybody else', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'co-closed-'));
  const folder = join(parent, 'data');
  await mkdir(folder);
  const user = await chooseServerUser(folder);
  const { command, ...identity } = runAs(user, [process.execPath, '-e', look(folder)], [folder]);
  const [program = '', ...args] = command;
  const { stdout, stderr } = spawnSync(program, args, { ...identity, cwd: '/', encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trim()).toBe(String(user?.uid ?? process.geteuid?.()));
  expect(stdout.trim()).not.toBe('0');
  // The server has a user of its own, which no other program runs as. Null where the tests run as an ordinary user.
  expect(user?.name ?? null).toBe(process.getuid?.() === 0 ? 'carryover-postgres' : null);
  await rm(parent, { recursive: true });
});

test('a system user that eight starts make at one moment has one number; only root can make it', async () => {
  const name = `carryover-test-${process.pid}`;
  const made = await Promise.allSettled(Array.from({ length: 8 }, () => makeUser(name)));
  const { stdout } = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  spawnSync('userdel', [name]);
  const told = made.map((one) => (one.status === 'fulfilled' ? String(one.value?.uid) : 'refused'));
  const expected = process.getuid?.() === 0 ? stdout.trim() : 'refused';
  expect(told).toEqual(told.map(() => expected));
  expect(expected).not.toBe('');
});
