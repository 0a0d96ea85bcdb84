import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { ADDED_UNASKED, addDueOccurrences } from '#store/commands/schedules/occurrences-add-due';
import { readDue } from '#store/queries/schedules/due';
import { useBadgePart } from '../../session/install/app-badge.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';
import { useToday } from '../dates/use-today.ts';
import { useHasPulled } from './use-has-pulled.ts';

/**
 * Adds what is due as soon as this device knows what others have added, and again when something becomes due: the day
 * changes, the page comes back, or a schedule or a key changes. The app's icon counts what people are reminded of.
 */
export default function KeepGoing({ pageStart }: { pageStart: string }) {
  const db = useDatabase();
  const actor = useActor();
  const day = useToday();
  const isReady = useHasPulled(pageStart);
  // Another day is another question. The query takes today from the server's clock.
  const due = useLiveQuery(() => readDue(db), [db, day]);
  useBadgePart('reminders', due?.reminders);
  const wanted = isReady && due && !due.waitsForLost && due.toAdd.length <= ADDED_UNASKED ? keyOf(due) : '';
  /** One run at a time: the second one waits for the first. */
  const turn = useRef(Promise.resolve());
  useEffect(() => {
    if (wanted === '') return;
    const run = () =>
      whileOpen(async () => {
        await addDueOccurrences(db, actor);
      });
    // A device that cannot store it says so at the next thing that its user does. The entries stay due until then.
    turn.current = turn.current.then(run).catch(() => {});
  }, [wanted, db, actor]);
  return null;
}

/** Another text when something else is due; empty for nothing. */
function keyOf({ toAdd }: Awaited<ReturnType<typeof readDue>>): string {
  return toAdd.map(({ schedule, nominal }) => `${schedule.id} ${schedule.version} ${nominal}`).join();
}
