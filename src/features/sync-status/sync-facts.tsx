import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readPersistence } from '#store/persistence';
import type { SyncState } from '#store/sync-state';
import { useDatabase } from '../session/session.tsx';
import { liveUpdates, persistenceTexts } from './sync-explanation.ts';
import { syncTime } from './sync-wording.ts';

/** When this device last agreed with the server, whether it hears of news at once, and what the browser promised. */
export function SyncFacts({ state, now }: { state: SyncState; now: Date }) {
  const database = useDatabase();
  const persistence = useLiveQuery(() => readPersistence(database), [database]);
  const lines = [
    state.lastSyncedAt ? `Last sync ${syncTime(state.lastSyncedAt, now)}` : 'Not synced yet',
    liveUpdates(state),
    persistence ? persistenceTexts[persistence] : 'The browser was not asked yet to keep this data',
  ];
  return (
    <chakra.ul listStyle="none" color="fg.muted" fontSize="xs">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </chakra.ul>
  );
}
