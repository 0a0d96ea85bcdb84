import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { firstWaiting } from '#store/queries/entries/unsynced-entries';
import * as texts from '#texts/sync/sync-panel';
import { describeEntry } from '../../session/entries/entry-description.ts';
import { useDatabase } from '../../session/session.ts';
import { syncTime } from './sync-headline.ts';

/** More would be a wall of text; the rest is counted. */
const SHOWN = 5;

/** The first waiting entries, and how many more there are. */
export function WaitingList({ count, now }: { count: number; now: Date }) {
  const database = useDatabase();
  const entries = useLiveQuery(() => firstWaiting(database, SHOWN), [database]);
  return (
    <chakra.section aria-labelledby="sync-waiting">
      <chakra.h3 id="sync-waiting" fontSize="xs" color="fg.muted" mb="1.5">
        {texts.WAITING_TITLE}
      </chakra.h3>
      <chakra.ul listStyle="none" display="flex" flexDirection="column" gap="1">
        {entries?.map((entry) => (
          <li key={entry.id}>
            <chakra.p truncate>{describeEntry(entry)}</chakra.p>
            {entry.failedAt && entry.holdUntil && (
              <chakra.p color="fg.muted" fontSize="xs">
                {texts.heldUntil(syncTime(entry.holdUntil, now))}
              </chakra.p>
            )}
          </li>
        ))}
        {count > SHOWN && <chakra.li color="fg.muted">{texts.andMore(count - SHOWN)}</chakra.li>}
      </chakra.ul>
    </chakra.section>
  );
}
