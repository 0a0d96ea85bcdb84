import { useCallback } from 'react';
import type { Notice } from '#domain/mutations/notices';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { overtakenToasts } from './overtaken-toasts.ts';
import { useNewOnes } from './use-new-ones.ts';

/** Tells once that somebody's later deed stands instead of the user's. */
export function useOvertakenToasts(notices: readonly Notice[] | undefined): void {
  const database = useDatabase();
  const say = useCallback(
    async (fresh: readonly Notice[]) => {
      try {
        for (const toast of await overtakenToasts(database, fresh)) showToast(toast);
      } catch {
        // The database was closed meanwhile. The header and the panel show the same.
      }
    },
    [database],
  );
  useNewOnes(notices, say);
}
