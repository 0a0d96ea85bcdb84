import { chakra } from '@chakra-ui/react';
import type { SyncState } from '#store/database/sync-state';
import * as texts from '#texts/sync/sync-panel';
import { OpensOffline } from './opens-offline.tsx';
import { StoragePromise } from './storage-promise.tsx';
import { liveUpdates } from './sync-explanation.ts';
import { syncTime } from './sync-headline.ts';
import { UnreadableCount } from './unreadable-count.tsx';

/**
 * When this device last agreed with the server, whether news arrive at once, what cannot be read, whether the app
 * opens offline and sends in the background, and whether the browser keeps the data.
 */
export function SyncFacts({ state, now }: { state: SyncState; now: Date }) {
  return (
    <chakra.ul listStyle="none" color="fg.muted" fontSize="xs">
      <li>{state.lastSyncedAt ? texts.lastSync(syncTime(state.lastSyncedAt, now)) : texts.NOT_SYNCED}</li>
      <li>{liveUpdates(state)}</li>
      <UnreadableCount />
      <OpensOffline />
      {!('SyncManager' in window) && <li>{texts.SENDS_WHILE_OPEN}</li>}
      <StoragePromise />
    </chakra.ul>
  );
}
