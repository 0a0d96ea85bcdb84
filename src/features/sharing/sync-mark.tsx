import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { type RowState, rowStates } from '#store/queries/rows/row-states';
import * as texts from '#texts/transactions/row-states';
import { Button } from '#ui/button';
import { ClockIcon, TriangleAlertIcon } from '#ui/icons';
import { useDatabase } from '../../session/session.ts';

const NONE: ReadonlyMap<string, RowState> = new Map();

/** Which of these rows wait to reach the server or were refused. */
export function useSyncMarks(table: 'invitations' | 'memberships', ids: readonly string[]) {
  const db = useDatabase();
  return useLiveQuery(() => rowStates(db, table, ids), [db, table, ids.join()], NONE);
}

/** A clock while a row has not reached the server. For a refused row, a warning that opens the sync panel. */
export function SyncMark({ state }: { state: RowState | undefined }) {
  if (!state) return null;
  if (state === 'waiting') {
    return (
      <chakra.span role="img" aria-label={texts.WAITING} title={texts.WAITING} color="fg.muted" flexShrink={0}>
        <ClockIcon size={14} aria-hidden />
      </chakra.span>
    );
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      px="0"
      my="-2"
      minWidth={{ base: '11', lg: '8' }}
      color="warning"
      aria-label={texts.REFUSED}
      title={texts.REFUSED}
      popoverTarget="sync-panel"
    >
      <TriangleAlertIcon aria-hidden />
    </Button>
  );
}
