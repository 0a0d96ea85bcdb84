import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { expectGuarantees } from './guarantees.ts';
import { type Step, steps, World } from './simulation.ts';

/** How many histories fit into half a minute. `HISTORIES=20000` for a long run; `SEED=` repeats one. */
const NUMBER = Number(process.env.HISTORIES ?? 300);

async function happens(history: Step[], devices: number): Promise<void> {
  const world = new World(devices);
  await world.begin();
  for (const step of history) await world.run(step);
  await world.settle();
  await expectGuarantees(world);
}

describe('any history of edits and faults', () => {
  it('ends with every device equal to the server, every intent decided, all sums right (G1–G4, G6, G7)', async () => {
    const seed = process.env.SEED ? Number(process.env.SEED) : undefined;
    await fc.assert(fc.asyncProperty(steps, fc.integer({ min: 2, max: 4 }), happens), {
      numRuns: NUMBER,
      ...(seed === undefined ? {} : { seed }),
    });
  }, 600_000);
});
