import { chakra } from '@chakra-ui/react';
import { IntentError } from '#store/intents';
import type { OutboxEntry } from '#store/outbox';
import { discardEntry, retryEntry } from '#store/settle';
import { Button } from '#ui/button';
import { notify } from '#ui/notices';
import { useDatabase } from '../session/session.tsx';
import { describeEntry, describeOutcome, retryLabel } from './entry-wording.ts';

/** Something that the server did not take, and what the user can make of it. */
export function EntryToSettle({ entry }: { entry: OutboxEntry }) {
  const database = useDatabase();
  const retry = async () => {
    try {
      await retryEntry(database, entry.id, new Date());
    } catch (failure) {
      const gone = failure instanceof IntentError && failure.reason === 'not_found';
      const description = gone
        ? 'What it changes is no longer on this device. You can only discard it.'
        : 'It could not be saved on this device. Nothing was lost: try again.';
      notify({ title: 'Cannot be tried again', description, tone: 'error' });
    }
  };
  return (
    <chakra.li p="3" borderRadius="md" bg="warning.soft">
      <chakra.p fontWeight="medium" overflowWrap="anywhere">
        {describeEntry(entry)}
      </chakra.p>
      <chakra.p mt="0.5">{describeOutcome(entry)}</chakra.p>
      <chakra.div display="flex" gap="2" mt="2">
        <Button variant="outline" size="sm" onClick={() => void retry()}>
          {retryLabel(entry)}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void discardEntry(database, entry.id)}>
          {entry.state === 'superseded' ? 'Dismiss' : 'Discard'}
        </Button>
      </chakra.div>
    </chakra.li>
  );
}
