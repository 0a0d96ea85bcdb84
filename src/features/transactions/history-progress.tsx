import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readSyncState } from '#store/sync-state';
import * as texts from '#texts/transactions';
import { useDatabase } from '../session/session.tsx';

/** Bare of the browser's own looks, which keep their green at this height. */
const Bar = chakra('progress', {
  base: {
    appearance: 'none',
    flex: '1',
    height: '1',
    borderRadius: 'full',
    overflow: 'hidden',
    bg: 'line',
    '&::-webkit-progress-bar': { bg: 'line' },
    '&::-webkit-progress-value': { bg: 'accent' },
    '&::-moz-progress-bar': { bg: 'accent' },
  },
});

/**
 * While a first sync still brings older months: how many of them are here. The sums above are complete already. It stands in
 * the padding of what is above it, so that no row moves when it comes and goes.
 */
export function HistoryProgress() {
  const db = useDatabase();
  const backfill = useLiveQuery(async () => (await readSyncState(db)).backfill, [db]);
  if (!backfill) return null;
  const { loaded, total } = backfill;
  return (
    <chakra.div mt={{ base: '-4', md: '-5' }} px={{ base: '4', md: '5' }} color="fg.muted" fontSize="xs">
      <chakra.label display="flex" alignItems="center" gap="3" height={{ base: '4', md: '5' }}>
        <span>{texts.historyProgress(loaded, total)}</span>
        <Bar value={loaded} max={total} />
      </chakra.label>
    </chakra.div>
  );
}
