/** Kept histories on both servers. They take minutes, so several files live a part of them each. */
import { afterAll, beforeAll, it } from 'vitest';
import { startDatabase, type TestDatabase } from '../../../support/backend.ts';
import { expectAlike } from './both-servers.ts';
import { keptHistories } from './lives.ts';
import { realServers } from './real-server.ts';
import { plain } from './step.ts';

/** How many files there are: tests/sync/kept-on-both-*.test.ts. */
const FILES = 3;

/** A database server for the tests of this file. The returned function gives it after its start. */
export function withRealServer(): () => ReturnType<typeof realServers> {
  let database: TestDatabase;
  let realServer: ReturnType<typeof realServers>;
  beforeAll(async () => {
    database = await startDatabase();
    realServer = realServers(database);
  });
  afterAll(() => database.stop());
  return () => realServer;
}

/** The tests of this part, counted from 1. */
export function keptHistoriesEndAlike(part: number): void {
  const realServer = withRealServer();
  it.each(keptHistories().filter((_, at) => at % FILES === part - 1))(
    'both servers decide alike and end alike in a history that once went wrong: $name',
    ({ history }) => expectAlike(plain(history), realServer()),
  );
}
