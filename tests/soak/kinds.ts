/** The kinds of random histories that `npm run test:soak` lives. Each is named after its test file in tests/sync. */
import { startDatabase, type TestDatabase } from '../support/backend.ts';
import { runningHistories } from '../sync/support/running/running-step.ts';
import { liveRunning } from '../sync/support/running/running-world.ts';
import { expectAlike, repeatable } from '../sync/support/simulation/both-servers.ts';
import { importing } from '../sync/support/simulation/importing.ts';
import { live } from '../sync/support/simulation/lives.ts';
import { many } from '../sync/support/simulation/many.ts';
import { meetings } from '../sync/support/simulation/meetings.ts';
import { realServers } from '../sync/support/simulation/real-server.ts';
import { scheduling } from '../sync/support/simulation/scheduling.ts';
import { histories } from '../sync/support/simulation/step.ts';
import { type Kind, kind } from './kind.ts';

let database: TestDatabase | undefined;
let realServer: ReturnType<typeof realServers> | undefined;

/** Each process has one database server, which starts with the first history that needs it. */
async function theRealServer(): Promise<ReturnType<typeof realServers>> {
  database ??= await startDatabase();
  realServer ??= realServers(database);
  return realServer;
}

/** The parts are those of the test files, so `SEED` and `HISTORIES=1` draw the same history there. */
export const KINDS: readonly Kind[] = [
  kind({ name: 'histories-1', part: 1, every: 1, histories, live }),
  kind({ name: 'histories-2', part: 2, every: 1, histories: meetings, live }),
  kind({ name: 'histories-imports', part: 23, every: 1, histories: importing, live }),
  kind({ name: 'histories-many', part: 4, every: 1, histories: many, live }),
  kind({ name: 'histories-schedules', part: 31, every: 1, histories: scheduling, live }),
  // They take ten times as long.
  kind({ name: 'histories-running', part: 0, every: 10, histories: runningHistories, live: liveRunning }),
  kind({
    name: 'both-servers',
    part: 0,
    every: 10,
    histories: repeatable,
    live: async (history) => expectAlike(history, await theRealServer()),
  }),
];

/** Stops what the histories have started. */
export async function stopServers(): Promise<void> {
  await database?.stop();
}
