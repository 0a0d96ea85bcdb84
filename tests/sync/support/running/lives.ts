/**
 * Lets random histories of running engines happen, and says of one that goes wrong what is the least of it that does.
 */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJudged, SEEDS } from '../../../support/seeds.ts';
import { runningHistories } from './running-step.ts';
import { liveRunning } from './running-world.ts';

/** They are longer than those in which a test says when a device syncs: hours pass in them. */
const COUNT = Math.ceil(Number(process.env.HISTORIES ?? 500) / 10);

export function runningHistoriesEndWell(): void {
  const numRuns = Math.ceil(COUNT / SEEDS.filter(isJudged).length);
  it.each(SEEDS.filter(isJudged))(
    `${numRuns} histories in which engines run by themselves end well and come to rest (seed %i; G1–G7, G9, S22d)`,
    async (seed) => {
      const details = await fc.check(fc.asyncProperty(runningHistories, liveRunning), { numRuns, seed });
      if (details.counterexample) {
        const history = JSON.stringify(details.counterexample[0]);
        throw new Error(`SEED=${seed}, history ${details.numRuns}: ${history}`, { cause: details.errorInstance });
      }
      expect(details).toMatchObject({ failed: false, numRuns });
    },
    3_600_000,
  );
}
