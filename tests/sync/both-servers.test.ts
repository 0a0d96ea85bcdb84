/** The in-memory server runs thousands of histories. Here the real one runs the same ones, and they must not differ. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import fc from '../support/random.ts';
import { SEED } from '../support/seeds.ts';
import type { State } from './support/fake/state.ts';
import { importing } from './support/simulation/importing.ts';
import { keptHistories, liveIn } from './support/simulation/lives.ts';
import { memoryServer } from './support/simulation/memory-server.ts';
import { realServers } from './support/simulation/real-server.ts';
import { type History, histories, plain } from './support/simulation/step.ts';
import { World } from './support/simulation/world.ts';

const COUNT = Math.ceil(Number(process.env.HISTORIES ?? 300) / 10);
const SIXTY_DAYS = 60 * 86_400_000;

let database: TestDatabase;
let realServer: ReturnType<typeof realServers>;
beforeAll(async () => {
  database = await startDatabase();
  realServer = realServers(database);
});
afterAll(() => database.stop());

it(`both servers decide alike and end alike in ${COUNT} histories (seed ${SEED}; G1–G7)`, async () => {
  const kinds = fc.oneof({ weight: 4, arbitrary: histories }, { weight: 1, arbitrary: importing });
  const details = await fc.check(fc.asyncProperty(kinds.map(plain), expectAlike), { numRuns: COUNT, seed: SEED });
  if (details.counterexample) {
    const history = JSON.stringify(details.counterexample[0]);
    throw new Error(`SEED=${SEED}, history ${details.numRuns}: ${history}`, { cause: details.errorInstance });
  }
  expect(details).toMatchObject({ failed: false, numRuns: COUNT });
}, 3_600_000);

it.each(keptHistories())(
  'both servers decide alike and end alike in a history that once went wrong: $name',
  ({ history }) => expectAlike(plain(history)),
);

async function expectAlike(history: History): Promise<void> {
  const end = Date.now();
  const start = end - SIXTY_DAYS;
  const inMemory = { now: start };
  const imagined = await lifeOf(
    new World(
      memoryServer(inMemory, () => end),
      inMemory,
      history,
    ),
    history,
  );
  const inReality = { now: start };
  const real = await lifeOf(new World(await realServer(inReality), inReality, history), history);
  expect(real.verdicts).toEqual(imagined.verdicts);
  expect(real.rows).toEqual(imagined.rows);
}

async function lifeOf(world: World, history: History) {
  await liveIn(world, history);
  return { verdicts: world.verdicts, rows: rowsOf(await world.server.state()) };
}

/** Removes versions, and what a server makes up itself: ids of memberships and moments. */
function rowsOf({ tables, invitations, importKeys }: State) {
  const sorted = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row)).sort();
  const plain = ({ version, ...row }: { version: number }) => row;
  const unmade = ({ id, version, createdAt, ...row }: { id: string; version: number; createdAt: string }) => row;
  return {
    accounts: sorted([...tables.accounts.values()].map(plain)),
    categories: sorted([...tables.categories.values()].map(plain)),
    budgets: sorted([...tables.budgets.values()].map(plain)),
    imports: sorted([...tables.imports.values()].map(plain)),
    importKeys: sorted([...importKeys.values()].map(({ made, version, ...known }) => known)),
    transactions: sorted([...tables.transactions.values()].map(plain)),
    memberships: sorted([...tables.memberships.values()].map(unmade)),
    invitations: sorted([...invitations.values()].map(({ id, email, role, status }) => ({ id, email, role, status }))),
  };
}
