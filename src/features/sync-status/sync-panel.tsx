import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync/sync-panel';
import { Button } from '#ui/button';
import { exportUnsynced } from '../../session/entries/export-unsynced.ts';
import { useDatabase, useSyncNow } from '../../session/session.ts';
import { LostList } from './lost-list.tsx';
import { RefusedActions } from './refused-actions.tsx';
import { isRefused } from './retry-all.ts';
import { SettleList } from './settle-list.tsx';
import { SupersededList } from './superseded-list.tsx';
import { needsUser } from './sync-explanation.ts';
import { SyncFacts } from './sync-facts.tsx';
import { syncHeadline } from './sync-headline.ts';
import { SyncObstacle } from './sync-obstacle.tsx';
import { takeDownTold } from './told-toasts.ts';
import { useDeviceFacts } from './use-device-facts.ts';
import { useFocusAfterSettling } from './use-focus-after-settling.ts';
import { useNow } from './use-now.ts';
import type { FullSyncSummary } from './use-sync-summary.ts';
import { WaitingList } from './waiting-list.tsx';

/**
 * The entries that wait, and those that were superseded, refused or lost, with reasons and actions. Content that comes
 * and goes with every sync is last, so that it never pushes a button away from under a finger. What the user has to act
 * on is above it. What is below the first line comes at once, when all of it has been read.
 */
export default function SyncPanel({ summary }: { summary: FullSyncSummary }) {
  const { state, waiting, toSettle, notices } = summary;
  const database = useDatabase();
  const syncNow = useSyncNow();
  const now = useNow(1000);
  useEffect(takeDownTold, []);
  const device = useDeviceFacts();
  const { panel, onFocus, onClick } = useFocusAfterSettling([...toSettle, ...notices].map(({ id }) => id).join());
  const lost = toSettle.filter((entry) => entry.state === 'lost');
  const refused = toSettle.filter((entry) => entry.state !== 'lost');
  const several = refused.filter(isRefused);
  // Stays until a sync succeeds, so that nothing below it moves during attempts.
  const blocked = needsUser(state);
  return (
    <chakra.div ref={panel} onFocus={onFocus} onClick={onClick} p="4" display="flex" flexDirection="column" gap="4">
      <chakra.div display="flex" alignItems="flex-start" gap="2">
        <chakra.h2
          tabIndex={-1}
          fontSize="sm"
          flex="1"
          minWidth="0"
          minHeight={{ base: '11', lg: '8' }}
          alignContent="center"
        >
          {syncHeadline(summary, now).text}
        </chakra.h2>
        {waiting + toSettle.length > 0 && (
          <Button variant="ghost" size="sm" onClick={() => void exportUnsynced(database)}>
            {actions.EXPORT}
          </Button>
        )}
        <Button variant="outline" size="sm" onClick={syncNow}>
          {texts.SYNC_NOW}
        </Button>
      </chakra.div>
      {device && (
        <>
          {blocked && <SyncObstacle summary={summary} now={now} />}
          {refused.length > 0 && (
            <div>
              {several.length > 1 && <RefusedActions entries={several} />}
              <SettleList entries={refused} />
            </div>
          )}
          {notices.length > 0 && <SupersededList notices={notices} />}
          {lost.length > 0 && <LostList entries={lost} />}
          <SyncFacts state={state} device={device} now={now} />
          {!blocked && <SyncObstacle summary={summary} now={now} />}
          {waiting > 0 && <WaitingList count={waiting} now={now} />}
          {toSettle.length + notices.length === 0 && <chakra.p color="fg.muted">{texts.NOTHING_TO_SETTLE}</chakra.p>}
        </>
      )}
    </chakra.div>
  );
}
