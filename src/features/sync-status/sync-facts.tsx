import { chakra } from '@chakra-ui/react';
import type { SyncState } from '#store/sync-state';
import * as texts from '#texts/sync-panel';
import { StoragePromise } from './storage-promise.tsx';
import { liveUpdates } from './sync-explanation.ts';
import { syncTime } from './sync-headline.ts';

/** When this device last agreed with the server, whether it hears of news at once, and what the browser promised. */
export function SyncFacts({ state, now }: { state: SyncState; now: Date }) {
  return (
    <chakra.ul listStyle="none" color="fg.muted" fontSize="xs">
      <li>{state.lastSyncedAt ? texts.lastSync(syncTime(state.lastSyncedAt, now)) : texts.NOT_SYNCED}</li>
      <li>{liveUpdates(state)}</li>
      <StoragePromise />
    </chakra.ul>
  );
}
