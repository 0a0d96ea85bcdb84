/** The page's only door to the sync engine (the service worker's is background.ts). Screens never come here: they read the rows and the state row that it writes. */
import type { Database } from '#store/database';
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
  /** The database of the signed-in user; stays open until after `stop`. */
  database: Database;
  remote: Remote;
  environment?: Environment;
}

export interface Sync {
  /** Syncs now: the user asked. */
  wake(): void;
  /** To be called when the session was renewed: what stood still or failed for want of it is tried again. */
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
