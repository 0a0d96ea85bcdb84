/** The same history on the server in memory and on the real one. */
import { expect } from 'vitest';
import fc from '../../../support/random.ts';
import type { State } from '../fake/state.ts';
import { importing } from './importing.ts';
import { liveIn } from './lives.ts';
import { many } from './many.ts';
import { memoryServer } from './memory-server.ts';
import type { realServers } from './real-server.ts';
import { scheduling } from './scheduling.ts';
import { type History, histories, plain } from './step.ts';
import { World } from './world.ts';

const SIXTY_DAYS = 60 * 86_400_000;

/** Histories that a real server can repeat. */
export const repeatable: fc.Arbitrary<History> = fc
  .oneof({ weight: 4, arbitrary: histories }, { weight: 1, arbitrary: importing }, { weight: 1, arbitrary: many })
  .map(plain);

/** The same with entries that repeat. They stand apart, so that the others mean what they meant. */
export const repeatableSchedules: fc.Arbitrary<History> = scheduling.map(plain);

/** Lives the history on both servers. They have to decide alike, and to hold the same rows at the end. */
export async function expectAlike(history: History, realServer: ReturnType<typeof realServers>): Promise<void> {
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
    end,
  );
  const inReality = { now: start };
  const real = await lifeOf(new World(await realServer(inReality), inReality, history), history, end);
  expect(real.verdicts).toEqual(imagined.verdicts);
  expect(real.rows).toEqual(imagined.rows);
}

/** `end`: no device's clock shows a later time, but the server does. */
async function lifeOf(world: World, history: History, end: number) {
  await liveIn(world, history);
  return { verdicts: world.verdicts, rows: rowsOf(await world.server.state(), end) };
}

/** Removes versions, and what a server makes up itself: ids of memberships and moments. */
function rowsOf({ tables, invitations, importKeys }: State, end: number) {
  const sorted = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row)).sort();
  const plain = ({ version, ...row }: { version: number }) => row;
  // An account that was handed over, and categories that were copied then, have the server's time. So has what a device
  // made whose clock showed a time to come.
  const stamped = <Row extends { version: number; createdAt: string }>({ createdAt, ...row }: Row) =>
    plain({ ...row, createdAt: Date.parse(createdAt) < end ? createdAt : 'after the end' });
  const unmade = ({ id, version, createdAt, ...row }: { id: string; version: number; createdAt: string }) => row;
  return {
    accounts: sorted([...tables.accounts.values()].map(stamped)),
    categories: sorted([...tables.categories.values()].map(stamped)),
    budgets: sorted([...tables.budgets.values()].map(stamped)),
    imports: sorted([...tables.imports.values()].map(stamped)),
    schedules: sorted([...tables.schedules.values()].map(stamped)),
    importKeys: sorted([...importKeys.values()].map(({ made, version, ...known }) => known)),
    transactions: sorted([...tables.transactions.values()].map(stamped)),
    memberships: sorted([...tables.memberships.values()].map(unmade)),
    invitations: sorted([...invitations.values()].map(({ id, email, role, status }) => ({ id, email, role, status }))),
  };
}
