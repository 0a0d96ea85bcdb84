import { useCallback } from 'react';
import type { Notice } from '#domain/mutations/notices';
import { useDatabase } from '../../session/session.ts';
import { supersededToasts } from './superseded-toasts.ts';
import { useToldOnce } from './use-told-once.ts';

/** Tells once that somebody's later action stands instead of the user's. */
export function useSupersededToasts(notices: readonly Notice[] | undefined): void {
  const database = useDatabase();
  const toastsOf = useCallback((fresh: readonly Notice[]) => supersededToasts(database, fresh), [database]);
  useToldOnce(notices, toastsOf);
}
