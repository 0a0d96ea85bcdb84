import { useCallback } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { notify } from '#ui/notices';
import { useDatabase } from '../session/session.tsx';
import { useNewOnes } from './use-new-ones.ts';

/**
 * Tells once, with the specification's titles, that the server refused an entry or that somebody's newer value stands.
 */
export function useVerdictNotices(toSettle: readonly OutboxEntry[] | undefined): void {
  const database = useDatabase();
  const say = useCallback(
    async (entries: readonly OutboxEntry[]) => {
      try {
        // The code is loaded now, because on most days nothing is refused.
        const { verdictNotices } = await import('./verdict-notices.ts');
        for (const notice of await verdictNotices(database, entries)) notify(notice);
      } catch {
        // The code cannot be loaded, or the database was closed meanwhile. The header and the panel show the same.
      }
    },
    [database],
  );
  useNewOnes(toSettle, say);
}
