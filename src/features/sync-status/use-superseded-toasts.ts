import { useCallback } from 'react';
import type { Notice } from '#domain/mutations/notices';
import { showToast } from '#ui/toast';
import { useDatabase } from '../../session/session.ts';
import { whileOpen } from '../../session/while-open.ts';
import { supersededToasts } from './superseded-toasts.ts';
import { useNewOnes } from './use-new-ones.ts';

/** Tells once that somebody's later action stands instead of the user's. */
export function useSupersededToasts(notices: readonly Notice[] | undefined): void {
  const database = useDatabase();
  const say = useCallback(
    (fresh: readonly Notice[]) =>
      whileOpen(async () => {
        for (const toast of await supersededToasts(database, fresh)) showToast(toast);
      }),
    [database],
  );
  useNewOnes(notices, say);
}
