import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readSyncState } from '#store/sync-state';
import * as texts from '#texts/transactions';
import { useDatabase } from '../session/session.tsx';

/** While a first sync still brings older months: how many of them are here. The sums above are complete already. */
export function HistoryProgress() {
  const db = useDatabase();
  const backfill = useLiveQuery(async () => (await readSyncState(db)).backfill, [db]);
  if (!backfill) return null;
  const { loaded, total } = backfill;
  return (
    <chakra.div px={{ base: '4', md: '5' }} pb="4" color="fg.muted" fontSize="xs">
      <chakra.label display="flex" alignItems="center" gap="3">
        <span>{texts.historyProgress(loaded, total)}</span>
        <chakra.progress value={loaded} max={total} flex="1" height="1" accentColor="accent" />
      </chakra.label>
    </chakra.div>
  );
}
