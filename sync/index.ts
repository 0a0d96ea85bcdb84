/**
 * The page's only entry to the sync engine; the service worker's is background.ts. Screens do not call the engine. They
 * read the rows and the state row that it writes.
 */
import type { Database } from '#store/database/database';
import { requestBackgroundPush } from './background-request.ts';
import { browserEnvironment } from './browser-environment.ts';
import type { Environment } from './environment.ts';
import { recountWhenIdle } from './idle-recount.ts';
import { Loop } from './loop.ts';
import type { Remote } from './remote.ts';

export type { Environment } from './environment.ts';
export { httpCalls } from './http-calls.ts';
export { type Remote, RemoteFailure, type RemoteReason } from './remote.ts';
export { type RemoteClient, supabaseRemote } from './supabase-remote.ts';

interface SyncOptions {
  /** The database of the signed-in user. It stays open until after `stop`. */
  database: Database;
  remote: Remote;
  environment?: Environment;
}

export interface Sync {
  /** Syncs now, because the user asked. */
  wake(): void;
  /** Call it after the session was renewed. The engine tries again what stopped or failed without it. */
  renewed(): void;
  stop(): void;
}

export function startSync({ database, remote, environment }: SyncOptions): Sync {
  const outside = environment ?? browserEnvironment(database.userId);
  const loop = new Loop(database, remote, outside);
  loop.start();
  const stopRecount = recountWhenIdle(database, remote, outside, () => loop.wake());
  const stopRequests = environment ? () => {} : requestBackgroundPush(database);
  return {
    wake: () => loop.wake(),
    renewed: () => loop.renewed(),
    stop() {
      stopRecount();
      stopRequests();
      loop.stop();
    },
  };
}
