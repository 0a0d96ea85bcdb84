import { useLiveQuery } from 'dexie-react-hooks';
import { countUnreadable } from '#store/queries/sync/unreadable';
import * as texts from '#texts/sync/sync-panel';
import { useDatabase } from '../../session/session.ts';

/** How many entries of the server this version cannot read. Empty without any. */
export function UnreadableCount() {
  const database = useDatabase();
  const count = useLiveQuery(() => countUnreadable(database), [database]);
  return count ? <li>{texts.unreadable(count)}</li> : null;
}
