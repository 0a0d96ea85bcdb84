/** Lets random histories happen, and says of one that goes wrong what is the least of it that does. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import fc from '../../../support/random.ts';
import { SEED } from '../../../support/seeds.ts';
import { strikes } from '../faults/strikes.ts';
import { withCountedIds } from './counted-ids.ts';
import { withFewRows } from './few-rows.ts';
import { expectWishes } from './first-rule.ts';
import { expectGuarantees } from './guarantees.ts';
import type { KeptStorage } from './kept-storage.ts';
import { memoryServer } from './memory-server.ts';
import { expectAsTheOracleSays } from './oracle-check.ts';
import { History } from './step.ts';
import { World } from './world.ts';

/** When every history begins. */
const START = Date.parse('2026-03-10T12:00:00Z');

/** What devices store after their first sync at that time. */
const kept = new Map<string, KeptStorage>();

/** Where histories are kept that once went wrong, each in a file named after what it shows. */
export const REGRESSIONS = join(import.meta.dirname, '../../regressions');

/** How many each of the files lives, which run beside each other. */
const COUNT = Number(process.env.HISTORIES ?? 450);

const Kept = v.pipe(v.string(), v.parseJson(), History);

/** The histories that once went wrong, each with what it shows. */
export function keptHistories(): { name: string; history: History }[] {
  const files = readdirSync(REGRESSIONS).filter((name) => name.endsWith('.json'));
  return files.map((file) => {
    const history = v.parse(Kept, readFileSync(join(REGRESSIONS, file), 'utf8'));
    return { name: basename(file, '.json'), history };
  });
}

/** Lives a history on a server in memory, and judges the end by the guarantees and the oracle. */
export async function live(history: History): Promise<void> {
  const clock = { now: START };
  const world = new World(memoryServer(clock), clock, history);
  try {
    await liveIn(world, history, kept);
  } finally {
    world.close();
  }
}

/** `kept`: see World.begin. */
export async function liveIn(world: World, { steps, few }: History, kept?: Map<string, KeptStorage>): Promise<void> {
  await world.begin(kept);
  const all = async () => {
    for (const step of steps) await world.run(step);
    await world.settle();
  };
  await withCountedIds(() => withFewRows(few, all));
  await expectWishes(world);
  await expectGuarantees(world);
  await expectAsTheOracleSays(world);
}

/**
 * A test of random histories. `part` tells the files apart. Each fault in `mustStrike` has to happen at least once.
 * `STRIKES=1` prints how often each one did. The message of a failure is the smallest history,
 * ready to be kept. `KEEP=1` keeps it at once.
 */
export function historiesEndWell(
  part: number,
  what: string,
  kind: fc.Arbitrary<History>,
  { numRuns = COUNT, mustStrike = [] }: { numRuns?: number; mustStrike?: readonly string[] } = {},
): void {
  it(`${numRuns} histories ${what} end as the guarantees and the oracle say (seed ${SEED}; G1–G7, G9)`, async () => {
    const details = await fc.check(fc.asyncProperty(kind, live), { numRuns, seed: SEED + part });
    if (details.counterexample) {
      const [history] = details.counterexample;
      const text = JSON.stringify(history);
      if (process.env.KEEP) writeFileSync(join(REGRESSIONS, `seed-${SEED}-${part}.json`), `${text}\n`);
      throw new Error(`SEED=${SEED}, history ${details.numRuns}: ${text}`, { cause: details.errorInstance });
    }
    expect(details).toMatchObject({ failed: false, numRuns });
    // A search with fewer histories need not come to each fault.
    const missing = process.env.HISTORIES ? [] : mustStrike.filter((fault) => !strikes().has(fault));
    expect(missing, 'faults that never struck').toEqual([]);
    if (process.env.STRIKES) console.log(strikes());
  }, 3_600_000);
}
