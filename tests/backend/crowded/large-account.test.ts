/**
 * Runs in the projects `crowded` and `postgres15` (vite.config.ts): what a call about an account of 80,000 rows looks
 * at. That is counted and never timed, with statistics, and as on a server on which ANALYZE has never run.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase, type TestDatabase } from '../../support/backend.ts';
import { type Work, watchPlans } from '../../support/executed-plans.ts';
import { forgetStatistics, knowStatistics, tables } from '../../support/large-account.ts';
import { type Call, pulls, pushes } from './large-account-calls.ts';
import { openScene, PART, type Scene } from './large-account-scene.ts';

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
const most = (rows: number) => ({ node: 8 * rows + 6_000, table: 16 * rows + 6_000, blocks: 200 * rows + 8_000 });

/** The nodes of plans and the tables of which too many rows were looked at, and the blocks if they are too many. */
function tooMuch(work: Work[], rows: number) {
  const limits = most(rows);
  const read = tables.map((table) => {
    const nodes = work.filter(({ relation }) => relation !== undefined && table.endsWith(`.${relation}`));
    return { table, rows: nodes.reduce((sum, node) => sum + node.rows, 0) };
  });
  return [
    ...work.filter((node) => node.rows > limits.node),
    ...read.filter((table) => table.rows > limits.table),
    ...[Math.max(...work.map((node) => node.blocks))].filter((blocks) => blocks > limits.blocks),
  ];
}

describe.each([
  ['with statistics', knowStatistics],
  ['without statistics', forgetStatistics],
])('%s', (_, prepare) => {
  beforeAll(() => prepare(database.sql));

  /** The calls that look at too much. A connection keeps the plans that it made for the first of them. */
  async function costly(calls: Call[]) {
    const watcher = await watchPlans(database);
    const found = [];
    for (const { name, by, rows, run } of calls) {
      found.push({ name, tooMuch: tooMuch(await watcher.watch(by, run), rows) });
    }
    await watcher.sql.end();
    return found.filter((call) => call.tooMuch.length > 0);
  }

  test('a pull looks at no more than the rows that it is about', async () => {
    expect(await costly(pulls(scene))).toEqual([]);
  });
  test('a push looks at no more than the rows that it is about', async () => {
    expect(await costly(pushes(scene))).toEqual([]);
  });
  test('a push of one row looks at no more, after a push of many', async () => {
    const many = pushes(scene).filter(({ rows }) => rows <= PART);
    expect(await costly(many.toReversed())).toEqual([]);
  });
});

test('a change that others made already runs no triggers for each row', async () => {
  const watcher = await watchPlans(database);
  const [moves] = pushes(scene).filter(({ name }) => name === 'moves to another account');
  const work = moves ? await watcher.watch(moves.by, moves.run) : [];
  const recorded = work.filter(
    ({ node, statement }) => node === 'ModifyTable changes' && statement.startsWith('insert'),
  );
  expect(recorded).toHaveLength(1);
});

test('the undo of deletions reads what was removed for all rows at once', async () => {
  const watcher = await watchPlans(database);
  const [undo] = pushes(scene).filter(({ name }) => name === 'the undo of deletions');
  const work = undo ? await watcher.watch(undo.by, undo.run) : [];
  // A trigger looks at the change of its row, which makes a hundred.
  expect(work.filter(({ relation }) => relation === 'changes').length).toBeLessThan(150);
});
