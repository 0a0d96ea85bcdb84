/** Tells a screen what the last days of some accounts are, and what they become. */
import { Dexie, type ObservabilitySet } from 'dexie';
import type { Database } from '../../database/database.ts';
import { changedPages } from '../../search/changed-pages.ts';
import { type RecentDays, RecentDaysReader } from './recent-days.ts';

/** The changed row appears first; this follows in its own time. */
const ROW_FIRST_MS = 150;

/** Reports the last days now and soon after each change of them, until the returned function is called. */
export function watchRecentDays(
  db: Database,
  of: { accountIds: readonly string[]; today: string },
  report: (found: RecentDays | null) => void,
  onError: (error: unknown) => void,
): () => void {
  const reader = new RecentDaysReader(db, of.accountIds, of.today);
  const cursors = `idb://${db.name}/${db.cursors.name}/`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let changes = 0;
  const read = async () => {
    const seen = changes;
    try {
      const found = await reader.read();
      if (!ended && seen === changes) report(found);
    } catch (error) {
      if (!ended) onError(error);
    }
  };
  const onChange = (parts: ObservabilitySet) => {
    const isOwn = reader.forget(changedPages(db, parts));
    if (!isOwn && !Object.keys(parts).some((part) => part.startsWith(cursors))) return;
    changes += 1;
    clearTimeout(timer);
    timer = setTimeout(read, ROW_FIRST_MS);
  };
  Dexie.on('storagemutated', onChange);
  void read();
  return () => {
    ended = true;
    clearTimeout(timer);
    Dexie.on.storagemutated.unsubscribe(onChange);
  };
}
