/** Another commit in a git worktree of its own, with the packages that its bench code needs. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const today = fileURLToPath(new URL('../../../', import.meta.url));

/** Calls `use` with the folder of the worktree, which goes afterwards. */
export async function withCheckout<T>(commit: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-beside-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: today, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    git('worktree', 'add', '--quiet', '--detach', folder, commit);
    return await use(folder);
  } finally {
    git('worktree', 'remove', '--force', folder);
  }
}

/** Equal lock files make equal packages, so today's are linked. Otherwise npm installs the commit's own. */
export function installPackages(folder: string): void {
  shareInstall(folder, 'tests/bench/peers');
  if (shareInstall(folder, '.')) return;
  console.log('Installing the packages of the other commit …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function shareInstall(folder: string, of: string): boolean {
  const [own, other] = [join(today, of), join(folder, of)];
  const lockOf = (place: string) => {
    const file = join(place, 'package-lock.json');
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  };
  if (lockOf(own) !== lockOf(other) || !existsSync(join(own, 'node_modules'))) return false;
  symlinkSync(join(own, 'node_modules'), join(other, 'node_modules'));
  return true;
}
