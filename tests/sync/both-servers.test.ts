/** The in-memory server runs thousands of histories. Here the real one runs the same ones, and they must not differ. */

import { expect, it } from 'vitest';
import fc from '../support/random.ts';
import { SEED } from '../support/seeds.ts';
import { expectAlike, repeatable, repeatableSchedules } from './support/simulation/both-servers.ts';
import { withRealServer } from './support/simulation/with-real-server.ts';

const COUNT = Math.ceil(Number(process.env.HISTORIES ?? 300) / 10);

const real = withRealServer();

it.each([
  ['', repeatable],
  [' in which entries repeat', repeatableSchedules],
])(
  `both servers decide alike and end alike in ${COUNT} histories%s (seed ${SEED}; G1–G7)`,
  async (_, kind) => {
    const property = fc.asyncProperty(kind, (history) => expectAlike(history, real().server));
    const details = await fc.check(property, { numRuns: COUNT, seed: SEED });
    if (details.counterexample) {
      const history = JSON.stringify(details.counterexample[0]);
      throw new Error(`SEED=${SEED}, history ${details.numRuns}: ${history}`, { cause: details.errorInstance });
    }
    expect(details).toMatchObject({ failed: false, numRuns: COUNT });
  },
  3_600_000,
);
