import { chakra } from '@chakra-ui/react';
import type { OutboxEntry } from '#store/outbox';
import { retryLost } from '#store/settle';
import { Button } from '#ui/button';
import { notify } from '#ui/notices';
import { useDatabase } from '../session/session.tsx';
import { SettleList } from './settle-list.tsx';

/** What a server that was restored from a backup does not have any more, and this device still has. */
export function LostList({ entries }: { entries: readonly OutboxEntry[] }) {
  const database = useDatabase();
  const sendAll = async () => {
    try {
      await retryLost(database, new Date());
    } catch {
      const description = 'They could not be saved on this device. Nothing was lost: try again, or one by one.';
      notify({ title: 'Cannot be sent again', description, tone: 'error' });
    }
  };
  return (
    <chakra.section aria-labelledby="sync-lost">
      <chakra.h3 id="sync-lost" fontSize="sm">
        Lost by the server ({entries.length})
      </chakra.h3>
      <chakra.p color="fg.muted" mt="1" mb="2">
        It was restored from a backup that does not have these. They are kept on this device until you decide. What
        others entered is left out when you send all: their own devices may have it, or you send it one by one.
      </chakra.p>
      <Button size="sm" mb="3" onClick={() => void sendAll()}>
        Send all again
      </Button>
      <SettleList entries={entries} />
    </chakra.section>
  );
}
