/** The sync state is a row: `sync` writes it and screens read it. Neither knows the other. */

import * as v from 'valibot';
import { Timestamp } from '#domain/rows';
import type { Database } from './database.ts';
import { parsed, readMeta, writeMeta } from './meta.ts';
import { StorageReason } from './storage-failure.ts';

/** Why the last attempt to sync failed. */
export const SyncFailure = v.picklist([
  'offline', // no response at all
  'unauthorized', // the session has to be renewed
  'forbidden_user', // the session is another user's
  'upgrade_required', // the app is older than the server
  'server_outdated', // the server is older than the app
  'retryable', // the server is busy or restarting
  'server', // the server answered with an error of its own
  'malformed', // the response does not match the wire format
  'part_missing', // the engine could not be loaded (S61f); versions before also said so of a part of it
  ...StorageReason.options, // this device could not store the response
]);

export const SyncState = v.object({
  phase: v.picklist(['idle', 'syncing', 'waiting', 'offline', 'signed_out', 'upgrade_required']),
  lastSyncedAt: v.nullable(Timestamp),
  lastError: v.nullable(SyncFailure),
  /** The time of the next attempt. */
  retryAt: v.nullable(Timestamp),
  hints: v.picklist(['joined', 'down']),
  /** The server's clock minus this device's, in milliseconds; 0 when never measured. */
  offsetMs: v.number(),
  /** How many months of history this device has while a first pull is running. */
  backfill: v.nullable(v.object({ loaded: v.number(), total: v.number() })),
});

export type SyncFailure = v.InferOutput<typeof SyncFailure>;
export type SyncState = v.InferOutput<typeof SyncState>;

/** Its key in `meta`. */
export const SYNC_STATE = 'sync';

/** The state of a device that has never synced. */
const INITIAL: SyncState = {
  phase: 'idle',
  lastSyncedAt: null,
  lastError: null,
  retryAt: null,
  hints: 'down',
  offsetMs: 0,
  backfill: null,
};

export async function readSyncState(db: Database): Promise<SyncState> {
  return (await readMeta(db, SYNC_STATE, SyncState)) ?? INITIAL;
}

/** The state that is stored under its key. */
export function syncStateIn(stored: unknown): SyncState {
  return parsed(SyncState, stored) ?? INITIAL;
}

/** Changes some fields of the state row. */
export async function writeSyncState(db: Database, change: Partial<SyncState>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await writeMeta(db, SYNC_STATE, { ...(await readSyncState(db)), ...change });
  });
}
