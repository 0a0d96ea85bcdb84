import { chakra } from '@chakra-ui/react';
import type { OutboxEntry } from '#store/outbox';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync-panel';
import { Button } from '#ui/button';
import { exportUnsynced } from '../auth/export-unsynced.ts';
import { useDatabase, useSyncNow } from '../session/session.tsx';
import { reloadNewest } from '../updates/reload-newest.ts';
import { LostList } from './lost-list.tsx';
import { SettleList } from './settle-list.tsx';
import { nextAttempt, syncExplanation } from './sync-explanation.ts';
import { SyncFacts } from './sync-facts.tsx';
import { type SyncSummary, syncHeadline } from './sync-headline.ts';
import { useNow } from './use-now.ts';
import { WaitingList } from './waiting-list.tsx';

/** What waits, what was overtaken, refused or lost and why, and what can be done about it. */
export default function SyncPanel({ summary }: { summary: SyncSummary & { toSettle: OutboxEntry[] } }) {
  const { state, waiting, toSettle } = summary;
  const database = useDatabase();
  const syncNow = useSyncNow();
  const now = useNow(1000);
  const explanation = syncExplanation(summary);
  const attempt = nextAttempt(state, now);
  const lost = toSettle.filter((entry) => entry.state === 'lost');
  const refused = toSettle.filter((entry) => entry.state !== 'lost');
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
        {state.phase === 'upgrade_required' && (
          <Button mt="3" size="sm" onClick={() => void reloadNewest()}>
            {texts.RELOAD_TO_UPDATE}
          </Button>
        )}
      </chakra.div>
      {refused.length > 0 && <SettleList entries={refused} />}
      {lost.length > 0 && <LostList entries={lost} />}
      {waiting > 0 && <WaitingList count={waiting} now={now} />}
      <chakra.div borderTopWidth="1px" borderColor="line" pt="3">
        <SyncFacts state={state} now={now} />
        <chakra.div display="flex" gap="2" mt="3">
          <Button variant="outline" size="sm" onClick={syncNow}>
            {texts.SYNC_NOW}
          </Button>
          {waiting + toSettle.length > 0 && (
            <Button variant="ghost" size="sm" onClick={() => void exportUnsynced(database)}>
              {actions.EXPORT}
            </Button>
          )}
        </chakra.div>
      </chakra.div>
    </chakra.div>
  );
}
