import { useCallback } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';
import { useNewOnes } from './use-new-ones.ts';
import { verdictToasts } from './verdict-toasts.ts';

/**
 * Tells once, with the specification's titles, that the server refused an entry or that somebody's newer value stands.
 */
export function useVerdictToasts(toSettle: readonly OutboxEntry[] | undefined): void {
  const database = useDatabase();
  const say = useCallback(
    (entries: readonly OutboxEntry[]) =>
      whileOpen(async () => {
        for (const toast of await verdictToasts(database, entries)) showToast(toast);
      }),
    [database],
  );
  useNewOnes(toSettle, say);
}
