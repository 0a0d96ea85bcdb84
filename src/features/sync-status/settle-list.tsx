import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { readGoneAccounts } from '#store/database/gone-accounts';
import type { OutboxEntry } from '#store/database/records';
import { readRowNames } from '#store/queries/rows/row-names';
import * as texts from '#texts/sync/sync-panel';
import { Button } from '#ui/button';
import { useDatabase } from '../../session/session.ts';
import { EntryToSettle } from './entry-to-settle.tsx';

/** As many as a user looks through at once; a button shows more. */
const STEP = 5;

/** Entries that the user has to settle, oldest first. */
export function SettleList({ entries }: { entries: readonly OutboxEntry[] }) {
  const database = useDatabase();
  const names = useLiveQuery(() => readRowNames(database), [database]);
  const gone = useLiveQuery(() => readGoneAccounts(database), [database]);
  const [shown, setShown] = useState(STEP);
  const more = entries.length - shown;
  // Without the names, an account would seem to be gone.
  if (!names || !gone) return null;
  return (
    <div>
      <chakra.ul display="flex" flexDirection="column" gap="2" listStyle="none">
        {entries.slice(0, shown).map((entry) => (
          <EntryToSettle key={entry.id} entry={entry} names={names} gone={gone} />
        ))}
      </chakra.ul>
      {more > 0 && (
        <Button variant="ghost" size="sm" block mt="2" onClick={() => setShown(shown + STEP)}>
          {texts.showMore(more)}
        </Button>
      )}
    </div>
  );
}
