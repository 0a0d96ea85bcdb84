import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as v from 'valibot';

const run = promisify(execFile);

/** The user who runs PostgreSQL, which refuses to run as root. `null`: the user who runs Node. */
export type ServerUser = { uid: number; gid: number; name: string } | null;

/** No other program runs as this user. So no other program may read the database's files or stop its server. */
const ownName = 'carryover-postgres';

/**
 * Chooses the user who runs the server on these files. When Node runs as root, that is a system user of its own, made
 * when there is none yet. An ordinary user's install stays that user's when root visits it (`sudo npm run backup`).
 */
export async function chooseServerUser(cluster: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && owner.uid === statSync(dirname(cluster)).uid) {
    return { uid: owner.uid, gid: owner.gid, name: String(owner.uid) };
  }
  return findUser(ownName) ?? (await makeUser(ownName));
}

function findUser(wanted: string): ServerUser {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [name, , uid, gid] = users.map((line) => line.split(':')).find(([one]) => one === wanted) ?? [];
  return name === undefined ? null : { name, uid: Number(uid), gid: Number(gid) };
}

const Failure = v.object({
  code: v.nullish(v.union([v.string(), v.number()]), ''),
  stderr: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
});

/** useradd's exit codes when it could not lock or write the files of users and groups. */
const lockedCodes = new Set<string | number>([1, 10]);

/**
 * Makes a system user. PostgreSQL's programs ask for the name of their user, so a bare number is not enough.
 *
 * useradd looks for the name before it takes its own lock. Two at one moment would both make the user, and the later
 * one would give it another number. So they take turns here. Throws where the user cannot be made.
 */
export async function makeUser(name: string): Promise<ServerUser> {
  const nowhere = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  const useradd = ['useradd', '--system', '--user-group', ...nowhere, name];
  const env = { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' };
  let failure = v.parse(Failure, {});
  // Another program may hold useradd's own lock.
  for (let attempt = 0; attempt < 40; attempt += 1) {
    await run('flock', ['/etc/.pwd.lock', ...useradd], { env }).catch((error) => {
      failure = v.parse(Failure, error);
    });
    const user = findUser(name);
    if (user) return user;
    if (!lockedCodes.has(failure.code)) break;
    await delay(50);
  }
  throw new Error(
    `PostgreSQL cannot run as root, and the system user "${name}" could not be made ` +
      `(${failure.stderr.trim() || failure.message}). Make it, or start as an ordinary user.`,
  );
}

/**
 * The command that runs `command` as `user`.
 *
 * A parent folder may be closed to that user (a clone below /root, a private temporary folder). Then the server keeps
 * root's right to enter folders. That needs util-linux' setpriv.
 */
export function runAs(
  user: ServerUser,
  command: string[],
  folders: string[],
): { command: string[]; uid?: number; gid?: number } {
  if (user === null) return { command };
  if (folders.every((folder) => canReach(folder, user))) return { command, uid: user.uid, gid: user.gid };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(isExecutable);
  if (setpriv === undefined) {
    throw new Error(`User "${user.name}" cannot enter ${folders.join(' or ')}. Start as an ordinary user, or move it.`);
  }
  const capability = '+dac_override';
  return {
    command: [
      setpriv,
      // Without this, the kernel drops the right in access(2), which PostgreSQL uses to look at its own programs.
      '--securebits=+no_setuid_fixup',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      `--inh-caps=${capability}`,
      `--ambient-caps=${capability}`,
      ...command,
    ],
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function canReach(folder: string, user: { uid: number; gid: number }): boolean {
  let path = resolve(folder);
  for (;;) {
    const { uid, gid, mode } = statSync(path);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    const parent = dirname(path);
    if (parent === path) return true;
    path = parent;
  }
}
