import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId } from 'react';
import { readSyncState } from '#store/database/sync-state';
import * as texts from '#texts/transactions';
import { useDatabase } from '../../session/session.tsx';

/** Removes the browser's own styles, which would keep their green at this height. */
const Bar = chakra('progress', {
  base: {
    '--rest': { base: 'colors.line', _highContrast: 'Canvas' },
    '--done': { base: 'colors.accent', _highContrast: 'Highlight' },
    appearance: 'none',
    flex: { md: '1' },
    width: { base: 'full', md: 'auto' },
    minWidth: '0',
    height: '1',
    borderRadius: 'full',
    overflow: 'hidden',
    forcedColorAdjust: 'none',
    outline: { _highContrast: '1px solid CanvasText' },
    bg: 'var(--rest)',
    '&::-webkit-progress-bar': { bg: 'var(--rest)' },
    '&::-webkit-progress-value': { bg: 'var(--done)' },
    '&::-moz-progress-bar': { bg: 'var(--done)' },
  },
});

/**
 * Shows, during a first sync, how many of the older months have arrived. The sums above are already complete. It is on
 * the line of the title, so that no row moves when it appears or disappears.
 */
export function HistoryProgress() {
  const db = useDatabase();
  const id = useId();
  const backfill = useLiveQuery(async () => (await readSyncState(db)).backfill, [db]);
  if (!backfill) return null;
  const { loaded, total } = backfill;
  return (
    <chakra.div
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      flex="1"
      minWidth="0"
      alignItems={{ md: 'center' }}
      columnGap="3"
      color="fg.muted"
      fontSize="xs"
      lineHeight="0.875rem"
    >
      <chakra.span id={id} truncate>
        {texts.historyProgress(loaded, total)}
      </chakra.span>
      <Bar value={loaded} max={total} aria-labelledby={id} />
    </chakra.div>
  );
}
