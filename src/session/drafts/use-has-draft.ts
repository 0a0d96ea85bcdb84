import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { hasDraft } from '#store/queries/has-draft';
import { useDatabase } from '../session.ts';

/** Whether there is text that was typed and not saved, into a form whose name begins so. False until the first read. */
export function useHasDraft(begin: string): boolean {
  const db = useDatabase();
  return useLiveQuery(() => hasDraft(db, begin), [db, begin], false);
}

/**
 * The same, but once it is true it stays so. Then nothing is read any more, so that an entry, whose draft goes with it,
 * does not draw again what asks.
 */
export function useHadDraft(begin: string): boolean {
  const db = useDatabase();
  const [had, setHad] = useState(false);
  const has = useLiveQuery(async () => had || (await hasDraft(db, begin)), [db, begin, had], false);
  if (has && !had) setHad(true);
  return had;
}
