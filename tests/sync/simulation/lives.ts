/** Lets random histories happen, and says of one that goes wrong what is the least of it that does. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectGuarantees } from './guarantees.ts';
import { memoryServer } from './memory-server.ts';
import { type History, histories } from './step.ts';
import { World } from './world.ts';

/** When every history begins. */
const START = Date.parse('2026-03-10T12:00:00Z');

/** Where histories are kept that once went wrong, each in a file named after what it shows. */
export const REGRESSIONS = join(import.meta.dirname, '../regressions');

/** How many each of the files lives, which run beside each other. */
const COUNT = Number(process.env.HISTORIES ?? 1000);
/** Another one in each run, so that every run may find something new; `SEED=` repeats one. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

/** Lives a history on a server in memory and judges the end. */
export async function live(history: History): Promise<void> {
  const clock = { now: START };
  const world = new World(memoryServer(clock), clock, history);
  await liveIn(world, history);
}

export async function liveIn(world: World, { steps }: History): Promise<void> {
  await world.begin();
  for (const step of steps) await world.run(step);
  await world.settle();
  await expectGuarantees(world);
}

/** A test of random histories; the message of its failure is the least history, ready to be kept. `KEEP=1` keeps it at once. */
export function historiesEndWell(part: number): void {
  it(`${COUNT} histories of 2 to 5 devices, with every fault, end as the guarantees say (G1–G7, G9)`, async () => {
    const seed = SEED + part;
    const details = await fc.check(fc.asyncProperty(histories, live), { numRuns: COUNT, seed });
    if (details.counterexample) {
      const [history] = details.counterexample;
      if (process.env.KEEP) writeFileSync(join(REGRESSIONS, `seed-${seed}.json`), `${JSON.stringify(history)}\n`);
      throw new Error(`seed ${seed}: ${JSON.stringify(history)}`, { cause: details.errorInstance });
    }
    expect(details).toMatchObject({ failed: false, numRuns: COUNT });
  }, 3_600_000);
}
