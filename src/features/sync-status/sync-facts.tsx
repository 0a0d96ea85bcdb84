import { chakra } from '@chakra-ui/react';
import type { SyncState } from '#store/database/sync-state';
import * as texts from '#texts/sync/sync-panel';
import { OpensOffline } from './opens-offline.tsx';
import { StoragePromise } from './storage-promise.tsx';
import { liveUpdates } from './sync-explanation.ts';
import { syncTime } from './sync-headline.ts';
import type { DeviceFacts } from './use-device-facts.ts';

/**
 * When this device last agreed with the server, what cannot be read, and whether the browser keeps the data. Behind
 * details: whether news arrive at once, and whether the app opens offline and sends in the background.
 */
export function SyncFacts({ state, device, now }: { state: SyncState; device: DeviceFacts; now: Date }) {
  const { persistence, unreadable } = device;
  return (
    <chakra.div color="fg.muted" fontSize="xs">
      <chakra.ul listStyle="none">
        <li>{state.lastSyncedAt ? texts.lastSync(syncTime(state.lastSyncedAt, now)) : texts.NOT_SYNCED}</li>
        {unreadable > 0 && <li>{texts.unreadable(unreadable)}</li>}
        <StoragePromise persistence={persistence} />
      </chakra.ul>
      <details>
        <chakra.summary cursor="pointer" minHeight={{ base: '11', lg: '6' }} alignContent="center">
          {texts.DETAILS}
        </chakra.summary>
        <chakra.ul listStyle="none">
          <li>{liveUpdates(state)}</li>
          <OpensOffline />
          {!('SyncManager' in window) && <li>{texts.SENDS_WHILE_OPEN}</li>}
        </chakra.ul>
      </details>
    </chakra.div>
  );
}
