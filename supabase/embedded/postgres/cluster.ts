/** The files of the embedded database: how they are made, who owns them, and the password that opens them. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { runAs, type ServerUser } from './server-user.ts';

export type PostgresRelease = {
  major: string;
  /** The folder with the release's bin, lib and share. */
  folder: string;
  /** initdb's arguments that sort text alike on every machine. They differ between releases. */
  locale: string[];
};

export const superuser = 'supabase_admin';

/** The password lies among the files that it opens, so it moves with them. Nobody else may enter that folder. */
const passwordFile = (cluster: string) => join(cluster, 'carryover-password');

/**
 * Somebody who reaches the socket must still know the password. The server listens on no network; the `host` lines are
 * for tests.
 */
const whoMayConnect = `# Written by Carryover at every start.
local all all scram-sha-256
local replication all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
`;

/**
 * Makes the files of a new database, closed from their first moment. Keeps existing files. Throws when they are of
 * another major version.
 */
export function createCluster({ major, folder, locale }: PostgresRelease, cluster: string, user: ServerUser): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (version === major) return;
    throw new Error(
      `The data in ${cluster} is of PostgreSQL ${version}; this release runs ${major}. ` +
        'Make a backup with the release that ran it, and restore that with this one (docs/self-hosting.md).',
    );
  }
  // The files are first made under another name. So the half-made files of a killed start are never taken for whole
  // ones.
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user) chownSync(draft, user.uid, user.gid);
  const given = `${cluster}.password`;
  writePrivately(given, newPassword(), user);
  const closed = ['-A', 'scram-sha-256', '--pwfile', given];
  const initdb = [join(folder, 'bin/initdb'), '-D', draft, '-U', superuser, '-E', 'UTF8', ...closed];
  runOnce('initdb', [...initdb, ...locale, '--no-instructions'], [folder, draft], user);
  renameSync(given, passwordFile(draft));
  renameSync(draft, cluster);
}

/**
 * Closes the files of a database that no server runs on. Returns the password of all roles that connect. Files of
 * v0.1.0 asked for no password, and belonged to a user that other programs may run as.
 */
export function closeCluster(
  { folder }: PostgresRelease,
  cluster: string,
  user: ServerUser,
  serverFlags: string[],
): string {
  if (user !== null && statSync(cluster).uid !== user.uid) giveTo(cluster, user);
  if (!existsSync(passwordFile(cluster))) {
    const password = newPassword();
    const alone = [join(folder, 'bin/postgres'), '--single', '-D', cluster, ...serverFlags, 'postgres'];
    runOnce('postgres --single', alone, [folder, cluster], user, `alter role ${superuser} password '${password}'\n`);
    writePrivately(passwordFile(cluster), password, user);
  }
  writePrivately(join(cluster, 'pg_hba.conf'), whoMayConnect, user);
  return readPassword(cluster);
}

/** The password of the roles that the backend connects as. Throws when there is no database. */
export function readPassword(cluster: string): string {
  return readFileSync(passwordFile(cluster), 'utf8');
}

/** 256 bits, in letters that need no quotes in SQL or in a URL. */
function newPassword(): string {
  return randomBytes(32).toString('hex');
}

/** Writes a file that only the server's user may read. The file appears whole or not at all. */
function writePrivately(file: string, text: string, user: ServerUser): void {
  const draft = `${file}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
  if (user) chownSync(draft, user.uid, user.gid);
  renameSync(draft, file);
}

/** The folder itself changes hands last, so that a killed run is done again. */
function giveTo(cluster: string, { uid, gid }: NonNullable<ServerUser>): void {
  for (const path of readdirSync(cluster, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(cluster, path), uid, gid);
  }
  chownSync(cluster, uid, gid);
}

/** Runs one of PostgreSQL's programs to its end. Throws with its output when it fails. */
function runOnce(name: string, words: string[], folders: string[], user: ServerUser, input = ''): void {
  const { command, ...identity } = runAs(user, words, folders);
  const [program = '', ...args] = command;
  const result = spawnSync(program, args, {
    ...identity,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin' },
    input,
  });
  if (result.status !== 0) throw new Error(`${name} failed: ${result.stderr || result.error?.message}`);
}
