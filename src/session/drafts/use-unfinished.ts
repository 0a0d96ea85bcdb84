import { useLiveQuery } from 'dexie-react-hooks';
import type { Draft } from '#store/database/records';
import { draftsOf } from '#store/queries/drafts';
import { useDatabase } from '../session.ts';

const NONE: readonly Draft[] = [];

/** What was typed into dialogs and not saved, the newest first: the drafts of forms whose names begin so. */
export function useUnfinished(begin: string): readonly Draft[] {
  const db = useDatabase();
  return useLiveQuery(() => draftsOf(db, begin), [db, begin], NONE);
}
