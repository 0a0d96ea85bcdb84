import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useDatabase } from '../session/session.tsx';
import { describeEntry } from './entry-wording.ts';
import { syncTime } from './sync-wording.ts';

/** More would be a wall of text; the rest is counted. */
const SHOWN = 5;

/** The first entries that are on their way, and how many more there are. */
export function WaitingList({ count, now }: { count: number; now: Date }) {
  const database = useDatabase();
  const entries = useLiveQuery(
    () => database.outbox.where('state').anyOf('pending', 'in_flight').limit(SHOWN).toArray(),
    [database],
  );
  return (
    <chakra.section aria-labelledby="sync-waiting">
      <chakra.h3 id="sync-waiting" fontSize="xs" color="fg.muted" mb="1.5">
        Waiting to be sent
      </chakra.h3>
      <chakra.ul listStyle="none" display="flex" flexDirection="column" gap="1">
        {entries?.map((entry) => (
          <li key={entry.id}>
            <chakra.p truncate>{describeEntry(entry)}</chakra.p>
            {entry.failedAt && entry.holdUntil && (
              <chakra.p color="fg.muted" fontSize="xs">
                The server could not take this yet. Tried again at {syncTime(entry.holdUntil, now)}.
              </chakra.p>
            )}
          </li>
        ))}
        {count > SHOWN && <chakra.li color="fg.muted">and {count - SHOWN} more</chakra.li>}
      </chakra.ul>
    </chakra.section>
  );
}
