import { useEffect, useRef } from 'react';
import type { Database } from '#store/database';
import type { OutboxEntry } from '#store/outbox';
import * as texts from '#texts/sync-status';
import { notify } from '#ui/notices';
import { useDatabase } from '../session/session.tsx';

/** More at once would cover the page. */
const EACH = 2;

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

async function sayUnsettled(database: Database, entries: OutboxEntry[]): Promise<void> {
  const lost = entries.some((entry) => entry.state === 'lost');
  if (lost || entries.length > EACH) {
    const description = lost ? texts.RESTORED_SEE_PANEL : texts.SEE_PANEL;
    notify({ title: texts.needAttention(entries.length), description, tone: 'error' });
    return;
  }
  const { verdictNotice } = await import('./verdict-notice.ts');
  for (const entry of entries) notify(await verdictNotice(database, entry));
}
