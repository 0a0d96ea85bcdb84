/**
 * Lets random histories of running engines happen, and says of one that goes wrong what is the least of it that does.
 */

import { expect, it } from 'vitest';
import fc from '../../../support/random.ts';
import { SEED } from '../../../support/seeds.ts';
import { strikes } from '../faults/strikes.ts';
import { runningHistories } from './running-step.ts';
import { liveRunning } from './running-world.ts';

/** They are longer than those in which a test says when a device syncs: hours pass in them. */
const COUNT = Math.ceil(Number(process.env.HISTORIES ?? 250) / 10);

const MUST_STRIKE = [
  'a request with a mutation on which the server fails for ever',
  'an entry on which the server fails, and that is shown',
  'a database that was removed under a running engine',
];

export function runningHistoriesEndWell(what: string): void {
  it(`${COUNT} ${what} (seed ${SEED}; G1–G7, G9, S22d)`, async () => {
    const details = await fc.check(fc.asyncProperty(runningHistories, liveRunning), { numRuns: COUNT, seed: SEED });
    if (details.counterexample) {
      const history = JSON.stringify(details.counterexample[0]);
      throw new Error(`SEED=${SEED}, history ${details.numRuns}: ${history}`, { cause: details.errorInstance });
    }
    expect(details).toMatchObject({ failed: false, numRuns: COUNT });
    const missing = process.env.HISTORIES ? [] : MUST_STRIKE.filter((fault) => !strikes().has(fault));
    expect(missing, 'faults that never struck').toEqual([]);
    if (process.env.STRIKES) console.log(strikes());
  }, 3_600_000);
}
