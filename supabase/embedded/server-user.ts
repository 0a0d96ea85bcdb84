import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Who runs PostgreSQL, which refuses to run as root. `null`: whoever runs Node. */
export type ServerUser = { uid: number; gid: number; name: string } | null;

/** The unprivileged system user for the database server when Node runs as root. */
export function chooseServerUser(): ServerUser {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const user = users.find(([name]) => name === wanted);
    if (user) return { name: wanted, uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root and there is no user "postgres" or "nobody". Start as an ordinary user.',
  );
}

/**
 * The command that runs `command` as `user`.
 *
 * Where a parent folder is closed to that user (a clone below /root, a private temporary folder), the server keeps
 * root's right to enter folders, for which util-linux' setpriv is needed.
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
      // Without this the kernel drops the right in access(2), by which PostgreSQL looks at its own programs.
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
