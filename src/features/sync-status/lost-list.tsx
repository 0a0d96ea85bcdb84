import { chakra } from '@chakra-ui/react';
import { retryLost } from '#store/commands/entries/entry-retry';
import type { OutboxEntry } from '#store/database/records';
import * as texts from '#texts/sync/sync-panel';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { SettleList } from './settle-list.tsx';

/** Rows that a restored server no longer has, and this device still has. */
export function LostList({ entries }: { entries: readonly OutboxEntry[] }) {
  const database = useDatabase();
  const sendAll = async () => {
    try {
      await retryLost(database, new Date());
    } catch {
      showToast({ title: texts.SEND_ALL_FAILED, description: texts.SEND_ALL_ERROR, tone: 'error' });
    }
  };
  return (
    <chakra.section aria-labelledby="sync-lost">
      <chakra.h3 id="sync-lost" fontSize="sm">
        {texts.lostTitle(entries.length)}
      </chakra.h3>
      <chakra.p color="fg.muted" mt="1" mb="2">
        {texts.LOST_EXPLANATION}
      </chakra.p>
      <Button size="sm" mb="3" onClick={() => void sendAll()}>
        {texts.SEND_ALL}
      </Button>
      <SettleList entries={entries} />
    </chakra.section>
  );
}
