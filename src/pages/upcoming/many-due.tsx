import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { ADDED_UNASKED, addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { waitsForLost } from '#store/queries/schedules/due';
import * as texts from '#texts/schedules/schedules';
import { Alert } from '#ui/alert';
import { Button } from '#ui/button';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { failureToast } from '../../session/toasts/failure-toast.ts';

/** Why what is due was not added by itself, and how to add it. `due`: how much of it this device would add. */
export function ManyDue({ due, isMany }: { due: number; isMany: boolean }) {
  const db = useDatabase();
  const actor = useActor();
  const waits = useLiveQuery(() => waitsForLost(db), [db], false);
  const [adding, setAdding] = useState(false);
  if (waits && due > 0) {
    return (
      <Alert tone="info" title={texts.WAITS_FOR_LOST_TITLE}>
        {texts.WAITS_FOR_LOST}
      </Alert>
    );
  }
  if (!isMany) return null;
  const add = async () => {
    setAdding(true);
    try {
      const { added, left } = await addDueOccurrences(db, actor, { asked: true });
      const description = left > 0 ? texts.leftMany(left) : undefined;
      showToast({ title: texts.addedMany(added), tone: 'success', ...(description && { description }) });
    } catch (error) {
      showToast(failureToast(texts.ADD_FAILURE, error, texts.TRY_AGAIN));
    }
    setAdding(false);
  };
  return (
    <Alert tone="warning" title={texts.manyDue(due)}>
      <p>{texts.MANY_DUE}</p>
      <chakra.div mt="2">
        <Button variant="outline" disabled={adding} onClick={() => void add()}>
          {texts.addFirst(Math.min(due, ADDED_UNASKED))}
        </Button>
      </chakra.div>
    </Alert>
  );
}
