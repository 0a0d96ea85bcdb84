/**
 * Runs in the projects `crowded` and `postgres15` (vite.config.ts): what a call about an account of 80,000 rows looks
 * at. That is counted and never timed, with statistics, and as on a server on which ANALYZE has never run.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { type PlanWatcher, type Work, watchPlans } from '../../support/executed-plans.ts';
import { forgetStatistics, knowStatistics } from '../../support/large-account.ts';
import { type Call, pulls, pushes } from './large-account-calls.ts';
import { openScene, type Scene } from './large-account-scene.ts';

let database: TestDatabase;
let scene: Scene;

beforeAll(async () => {
  database = await startDatabase();
  scene = await openScene(database);
});
afterAll(() => database.stop());

/**
 * A call may look at the rows that it is about a few times, and at what is there besides: fifty accounts, a hundred
 * reconciliations, the catalogs. All pairs of a hundred rows are too many, and so is the account.
 */
const mostRows = (rows: number) => 8 * rows + 6_000;
const mostBlocks = (rows: number) => 200 * rows + 8_000;

/** The nodes of plans that looked at too much; at last the whole call, if it read too many blocks. */
function tooMuch(work: Work[], rows: number): Work[] {
  const whole = work.reduce((most, one) => (one.blocks > most.blocks ? one : most));
  const busy = work.filter((one) => one.rows > mostRows(rows));
  return whole.blocks > mostBlocks(rows) ? [...busy, whole] : busy;
}

describe.each([
  ['with statistics', knowStatistics],
  ['without statistics', forgetStatistics],
])('%s', (_, prepare) => {
  let watcher: PlanWatcher;
  beforeAll(async () => {
    await prepare(database.sql);
    watcher = await watchPlans(database);
  });

  test.each<[string, (scene: Scene) => Call[]]>([
    ['pull', pulls],
    ['push', pushes],
  ])('a %s looks at no more than the rows that it is about', async (_kind, calls) => {
    for (const { name, by, rows, run } of calls(scene)) {
      const work = await watcher.watch(by, run);
      expect.soft({ name, tooMuch: tooMuch(work, rows) }).toEqual({ name, tooMuch: [] });
    }
  });
});
