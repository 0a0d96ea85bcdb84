import { useEffect, useRef } from 'react';
import type { OutboxEntry } from '#store/outbox';
import { notify } from '#ui/notices';

/**
 * Says once, with the specification's titles, that the server refused something. What had been refused before the page was
 * opened is in the panel and needs no second notice.
 */
export function useVerdictNotices(toSettle: OutboxEntry[] | undefined): void {
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (!toSettle) return;
    const before = known.current;
    known.current = new Set(toSettle.map((entry) => entry.id));
    if (!before) return;
    const refused = toSettle.filter((entry) => !before.has(entry.id) && entry.state !== 'superseded');
    if (refused.length > 0) void sayRefused(refused);
  }, [toSettle]);
}

async function sayRefused(entries: OutboxEntry[]): Promise<void> {
  const { describeOutcome, failureTitle } = await import('./entry-wording.ts');
  for (const entry of entries) {
    notify({ title: failureTitle(entry), description: describeOutcome(entry), tone: 'error' });
  }
}
