import { useEffect, useRef } from 'react';
import type { OutboxEntry } from '#store/outbox';
import { notify } from '#ui/notices';
import { describeOutcome, failureTitle } from './entry-wording.ts';

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
    for (const entry of toSettle) {
      if (before.has(entry.id) || entry.state === 'superseded') continue;
      notify({ title: failureTitle(entry), description: describeOutcome(entry), tone: 'error' });
    }
  }, [toSettle]);
}
