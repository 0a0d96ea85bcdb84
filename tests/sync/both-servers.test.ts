/** The server in memory stands for the real one in thousands of histories. Here both live the same ones, and must not differ. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import type { State } from './fake/state.ts';
import { liveIn } from './simulation/lives.ts';
import { memoryServer } from './simulation/memory-server.ts';
import { realServers } from './simulation/real-server.ts';
import { type History, plainHistories } from './simulation/step.ts';
import { World } from './simulation/world.ts';

const COUNT = Number(process.env.HISTORIES ?? 500) / 10;
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000_000);
const SIXTY_DAYS = 60 * 86_400_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

it(`decide alike and end alike in ${COUNT} histories, each by the guarantees (G1–G7)`, async () => {
  const realServer = realServers(database);
  const start = Date.now() - SIXTY_DAYS;
  const end = Date.now();
  const details = await fc.check(
    fc.asyncProperty(plainHistories, async (history) => {
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
    }),
    { numRuns: COUNT, seed: SEED },
  );
  if (details.counterexample) {
    const history = JSON.stringify(details.counterexample[0]);
    throw new Error(`seed ${SEED}: ${history}`, { cause: details.errorInstance });
  }
  expect(details).toMatchObject({ failed: false, numRuns: COUNT });
}, 3_600_000);

async function lifeOf(world: World, history: History) {
  await liveIn(world, history);
  return { verdicts: world.verdicts, rows: rowsOf(await world.server.state()) };
}

/** Without numbers, and without what a server makes up: ids of memberships, moments. */
function rowsOf({ tables, invitations }: State) {
  const sorted = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row)).sort();
  const plain = ({ version, ...row }: { version: number }) => row;
  const unmade = ({ id, version, createdAt, ...row }: { id: string; version: number; createdAt: string }) => row;
  return {
    accounts: sorted([...tables.accounts.values()].map(plain)),
    categories: sorted([...tables.categories.values()].map(plain)),
    budgets: sorted([...tables.budgets.values()].map(plain)),
    transactions: sorted([...tables.transactions.values()].map(plain)),
    memberships: sorted([...tables.memberships.values()].map(unmade)),
    invitations: sorted([...invitations.values()].map(({ id, email, role, status }) => ({ id, email, role, status }))),
  };
}
