import { useCallback } from 'react';
import type { OutboxEntry } from '#store/database/records';
import { useDatabase } from '../../session/session.ts';
import { useToldOnce } from './use-told-once.ts';
import { verdictToasts } from './verdict-toasts.ts';

/**
 * Tells once, with the specification's titles, that the server refused an entry or that somebody's newer value stands.
 */
export function useVerdictToasts(toSettle: readonly OutboxEntry[] | undefined): void {
  const database = useDatabase();
  const toastsOf = useCallback((entries: readonly OutboxEntry[]) => verdictToasts(database, entries), [database]);
  useToldOnce(toSettle, toastsOf);
}
