import { useCallback } from 'react';
import type { Notice } from '#domain/mutations/notices';
import { UNDO_MILLISECONDS } from '#store/commands/commit/commit';
import { cancelEntry } from '#store/commands/entries/entry-cancel';
import { readAllNotices } from '#store/commands/notices/notice-read-all';
import * as actions from '#texts/actions';
import * as texts from '#texts/sync/superseded';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';

/** Settles what the user was told at once, and offers Undo for as long as this device holds that back. */
export function useDismissAll(): (notices: readonly Notice[]) => Promise<void> {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    async (notices) => {
      const sayNotSaved = () => showToast({ title: texts.NOT_SAVED, description: texts.NOT_SAVED_WHY, tone: 'error' });
      const undo = async (mutationId: string) => {
        try {
          if (await cancelEntry(db, mutationId)) return;
          showToast({ title: texts.TOO_LATE, description: texts.TOO_LATE_WHY, tone: 'info' });
        } catch {
          sayNotSaved();
        }
      };
      try {
        const dismissed = await readAllNotices(db, actor, { ids: notices.map(({ id }) => id) });
        // Another tab may have settled them meanwhile.
        if (!dismissed.ok) return;
        showToast({
          title: texts.dismissed(notices.length),
          tone: 'success',
          duration: UNDO_MILLISECONDS,
          action: { label: actions.UNDO, onAction: () => void undo(dismissed.mutationId) },
        });
      } catch {
        sayNotSaved();
      }
    },
    [db, actor],
  );
}
