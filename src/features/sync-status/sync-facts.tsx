import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readPersistence } from '#store/persistence';
import type { SyncState } from '#store/sync-state';
import * as texts from '#texts/sync-panel';
import { useDatabase } from '../session/session.tsx';
import { liveUpdates } from './sync-explanation.ts';
import { syncTime } from './sync-headline.ts';

/** When this device last agreed with the server, whether it hears of news at once, and what the browser promised. */
export function SyncFacts({ state, now }: { state: SyncState; now: Date }) {
  const database = useDatabase();
  const persistence = useLiveQuery(() => readPersistence(database), [database]);
  const lines = [
    state.lastSyncedAt ? texts.lastSync(syncTime(state.lastSyncedAt, now)) : texts.NOT_SYNCED,
    liveUpdates(state),
    persistence ? texts.PERSISTENCE[persistence] : texts.PERSISTENCE_NOT_ASKED,
  ];
  return (
    <chakra.ul listStyle="none" color="fg.muted" fontSize="xs">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </chakra.ul>
  );
}
