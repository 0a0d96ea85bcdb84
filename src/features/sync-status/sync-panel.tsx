import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { OutboxEntry } from '#store/outbox';
import { readPersistence } from '#store/persistence';
import { Button } from '#ui/button';
import { useDatabase, useSyncNow } from '../session/session.tsx';
import { EntryToSettle } from './entry-to-settle.tsx';
import { describeEntry } from './entry-wording.ts';
import { liveUpdates, nextAttempt, persistenceTexts, syncExplanation } from './sync-explanation.ts';
import { type SyncSummary, syncHeadline, syncTime } from './sync-wording.ts';
import { useNow } from './use-now.ts';

/** More would be a wall of text; the rest is counted. */
const SHOWN = 5;

/** What waits, what was refused and why, and what can be done about it. */
export default function SyncPanel({ summary }: { summary: SyncSummary & { toSettle: OutboxEntry[] } }) {
  const { state, waiting, toSettle } = summary;
  const syncNow = useSyncNow();
  const now = useNow(1000);
  const database = useDatabase();
  const persistence = useLiveQuery(() => readPersistence(database), [database]);
  const explanation = syncExplanation(summary);
  const attempt = nextAttempt(state, now);
  return (
    <chakra.div p="4" display="flex" flexDirection="column" gap="4">
      <chakra.div>
        <chakra.h2 fontSize="sm">{syncHeadline(summary, now).text}</chakra.h2>
        {explanation && (
          <chakra.p color="fg.muted" mt="1">
            {explanation}
          </chakra.p>
        )}
        {attempt && (
          <chakra.p color="fg.muted" mt="1" className="tabular">
            {attempt}
          </chakra.p>
        )}
      </chakra.div>
      {toSettle.length > 0 && (
        <chakra.ul display="flex" flexDirection="column" gap="2" listStyle="none">
          {toSettle.slice(0, SHOWN).map((entry) => (
            <EntryToSettle key={entry.id} entry={entry} />
          ))}
          <More count={toSettle.length - SHOWN} />
        </chakra.ul>
      )}
      {waiting > 0 && <WaitingList count={waiting} />}
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        color="fg.muted"
        fontSize="xs"
        borderTopWidth="1px"
        borderColor="line"
        pt="3"
      >
        <span>
          {state.lastSyncedAt ? `Last sync ${syncTime(state.lastSyncedAt, now)}` : 'Not synced yet'}
          <br />
          {liveUpdates(state)}
          {persistence && (
            <>
              <br />
              {persistenceTexts[persistence]}
            </>
          )}
        </span>
        <Button variant="outline" size="sm" onClick={syncNow}>
          Sync now
        </Button>
      </chakra.div>
    </chakra.div>
  );
}

function WaitingList({ count }: { count: number }) {
  const database = useDatabase();
  const entries = useLiveQuery(
    () => database.outbox.where('state').anyOf('pending', 'in_flight').limit(SHOWN).toArray(),
    [database],
  );
  return (
    <chakra.section>
      <chakra.h3 fontSize="xs" color="fg.muted" mb="1.5">
        Waiting to be sent
      </chakra.h3>
      <chakra.ul listStyle="none" display="flex" flexDirection="column" gap="1">
        {entries?.map((entry) => (
          <chakra.li key={entry.id} truncate>
            {describeEntry(entry)}
          </chakra.li>
        ))}
        <More count={count - SHOWN} />
      </chakra.ul>
    </chakra.section>
  );
}

function More({ count }: { count: number }) {
  return count > 0 ? <chakra.li color="fg.muted">and {count} more</chakra.li> : null;
}
