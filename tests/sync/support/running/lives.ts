/**
 * Lets random histories of running engines happen, and says of one that goes wrong what is the least of it that does.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import fc from '../../../support/random.ts';
import { SEED } from '../../../support/seeds.ts';
import { strikes } from '../faults/strikes.ts';
import { REGRESSIONS } from '../simulation/lives.ts';
import { RunningHistory, runningHistories } from './running-step.ts';
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

/** `npm run test:soak` keeps here what goes wrong. There is no folder while nothing does. */
const KEPT = join(REGRESSIONS, 'running');

const Kept = v.pipe(v.string(), v.parseJson(), RunningHistory);

/** Tests of the kept histories of running engines, each in a file named after what it shows. */
export function keptRunningHistoriesEndWell(): void {
  const files = existsSync(KEPT) ? readdirSync(KEPT) : [];
  it.each(files)('a history of running engines that once went wrong ends well: %s', async (file) => {
    const history = v.parse(Kept, readFileSync(join(KEPT, file), 'utf8'));
    expect(history.steps.length).toBeGreaterThan(0);
    await liveRunning(history);
  });
}
