/** The random histories of a test run are the same for everybody who has the commit. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedFrom, seedsFor } from '../support/seeds.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carryover-seeds-'));
  await writeFile(join(folder, 'package.json'), '{ "version": "9.8.7" }');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const author = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

describe('the seeds of a test run', () => {
  it('the seeds are a fixed one and one of the commit', () => {
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'one');
    const [fixed, ofFirst] = seedsFor(folder);
    expect(seedsFor(folder)).toEqual([fixed, ofFirst]);
    expect(ofFirst).toBe(seedFrom(git('rev-parse', 'HEAD')));
    git('commit', '--quiet', '--allow-empty', '--message', 'two');
    expect(seedsFor(folder)).toEqual([fixed, seedFrom(git('rev-parse', 'HEAD'))]);
    expect(seedsFor(folder)).not.toContain(ofFirst);
  });

  it('the seeds of a copy without a repository are a fixed one and one of the version', () => {
    expect(seedsFor(folder)).toEqual([expect.any(Number), seedFrom('9.8.7')]);
  });

  it('a given seed is the only one, to replay it', () => {
    expect(seedsFor(folder, '42')).toEqual([42]);
    expect(() => seedsFor(folder, 'x')).toThrow('Invalid digits');
  });
});
