/** The in-memory server runs thousands of histories. Here the real one runs the same ones, and they must not differ. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import fc from '../support/random.ts';
import { SEED } from '../support/seeds.ts';
import { expectAlike, repeatable, repeatableSchedules } from './support/simulation/both-servers.ts';
import { keptHistories } from './support/simulation/lives.ts';
import { realServers } from './support/simulation/real-server.ts';
import { plain } from './support/simulation/step.ts';

const COUNT = Math.ceil(Number(process.env.HISTORIES ?? 300) / 10);

let database: TestDatabase;
let realServer: ReturnType<typeof realServers>;
beforeAll(async () => {
  database = await startDatabase();
  realServer = realServers(database);
});
afterAll(() => database.stop());

it.each([
  ['', repeatable],
  [' in which entries repeat', repeatableSchedules],
])(
  `both servers decide alike and end alike in ${COUNT} histories%s (seed ${SEED}; G1–G7)`,
  async (_, kind) => {
    const property = fc.asyncProperty(kind, (history) => expectAlike(history, realServer));
    const details = await fc.check(property, { numRuns: COUNT, seed: SEED });
    if (details.counterexample) {
      const history = JSON.stringify(details.counterexample[0]);
      throw new Error(`SEED=${SEED}, history ${details.numRuns}: ${history}`, { cause: details.errorInstance });
    }
    expect(details).toMatchObject({ failed: false, numRuns: COUNT });
  },
  3_600_000,
);

it.each(keptHistories())(
  'both servers decide alike and end alike in a history that once went wrong: $name',
  ({ history }) => expectAlike(plain(history), realServer),
);
