import { afterAll, beforeAll } from 'vitest';
import { startDatabase, type TestDatabase } from '../../../support/backend.ts';
import { realServers } from './real-server.ts';

interface RealServer {
  database: TestDatabase;
  /** Makes the server of one world. */
  server: ReturnType<typeof realServers>;
}

/** A database server for the tests of a file. The returned function gives it once it has started. */
export function withRealServer(): () => RealServer {
  let started: RealServer;
  beforeAll(async () => {
    const database = await startDatabase();
    started = { database, server: realServers(database) };
  });
  afterAll(() => started.database.stop());
  return () => started;
}
