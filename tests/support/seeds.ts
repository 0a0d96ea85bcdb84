/**
 * The seeds of random tests. One is always the same and one comes from the commit, so a test run is the same for
 * everybody who has this commit. CONTRIBUTING.md says how to replay one; `npm run test:soak` draws new ones.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';

/** It once found a history that went wrong. */
const FIXED = 328_447_328;

const Given = v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger());
const Package = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/** A whole number below 1,000,000,000, the same for the same text. */
export function seedFrom(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() % 1_000_000_000;
}

/**
 * The seeds for the project in `folder`: `given` alone, or else the fixed one and that of the commit. An exported copy
 * has no commit; there the version of the package takes its place. Throws when `given` is not a number.
 */
export function seedsFor(folder: string, given?: string): readonly number[] {
  if (given) return [v.parse(Given, given)];
  return [FIXED, seedFrom(commitOf(folder) ?? versionOf(folder))];
}

/** Null where there is no repository, or no git to ask. */
function commitOf(folder: string): string | null {
  // An exported copy may lie within somebody else's repository.
  if (!existsSync(join(folder, '.git'))) return null;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function versionOf(folder: string): string {
  return v.parse(Package, readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

export const SEEDS = seedsFor(fileURLToPath(new URL('../../', import.meta.url)), process.env.SEED);

/**
 * Whether the oracle judges the histories of this seed: of the fixed one, and of one that somebody gives. Its search
 * still finds a new case in some hundred histories, so a commit's own seed is held to the guarantees alone.
 */
export function isJudged(seed: number): boolean {
  return seed === FIXED || Boolean(process.env.SEED);
}

/** For tests that run once: the given seed, or that of the commit. */
export const SEED = SEEDS.at(-1) ?? FIXED;
