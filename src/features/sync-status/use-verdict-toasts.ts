import { useCallback } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { useNewOnes } from './use-new-ones.ts';
import { verdictToasts } from './verdict-toasts.ts';

/**
 * Tells once, with the specification's titles, that the server refused an entry or that somebody's newer value stands.
 */
export function useVerdictToasts(toSettle: readonly OutboxEntry[] | undefined): void {
  const database = useDatabase();
  const say = useCallback(
    async (entries: readonly OutboxEntry[]) => {
      try {
        for (const toast of await verdictToasts(database, entries)) showToast(toast);
      } catch {
        // The database was closed meanwhile. The header and the panel show the same.
      }
    },
    [database],
  );
  useNewOnes(toSettle, say);
}
