import { useEffect, useRef } from 'react';
import type { OutboxEntry } from '#store/outbox';
import { notify } from '#ui/notices';

/**
 * Says once, with the specification's titles, that the server refused something or that somebody's newer word stands. What
 * was there to settle before the page was opened is in the panel and needs no second notice.
 */
export function useVerdictNotices(toSettle: OutboxEntry[] | undefined): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!toSettle) return;
    const before = known.current;
    known.current = new Set(toSettle.map((entry) => entry.id));
    if (!before) return;
    const unsettled = toSettle.filter((entry) => !before.has(entry.id));
    if (unsettled.length > 0) void sayUnsettled(unsettled);
  }, [toSettle]);
}

async function sayUnsettled(entries: OutboxEntry[]): Promise<void> {
  const { describeOutcome, failureTitle } = await import('./entry-wording.ts');
  for (const entry of entries) {
    notify({ title: failureTitle(entry), description: describeOutcome(entry), tone: 'error' });
  }
}
