import { useEffect, useRef } from 'react';
import type { Database } from '#store/database';
import type { OutboxEntry } from '#store/outbox';
import { notify } from '#ui/notices';
import { useDatabase } from '../session/session.tsx';

/**
 * Says once, with the specification's titles, that the server refused something or that somebody's newer word stands. What
 * was there to settle before the page was opened is in the panel and needs no second notice.
 */
export function useVerdictNotices(toSettle: OutboxEntry[] | undefined): void {
  const database = useDatabase();
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!toSettle) return;
    const before = known.current;
    known.current = new Set(toSettle.map((entry) => entry.id));
    if (!before) return;
    const unsettled = toSettle.filter((entry) => !before.has(entry.id));
    if (unsettled.length > 0) void sayUnsettled(database, unsettled);
  }, [database, toSettle]);
}

/** What says it is loaded now: on most days nothing is refused. */
async function sayUnsettled(database: Database, entries: readonly OutboxEntry[]): Promise<void> {
  try {
    const { verdictNotices } = await import('./verdict-notices.ts');
    for (const notice of await verdictNotices(database, entries)) notify(notice);
  } catch {
    // It cannot be loaded, or the database was closed meanwhile. The header and the panel say it all the same.
  }
}
