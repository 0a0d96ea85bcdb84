import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { discardEntry } from '#store/commands/entries/entry-discard';
import type { OutboxEntry } from '#store/database/records';
import * as texts from '#texts/sync/entry-actions';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { showToast } from '#ui/toast';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { exportUnsynced } from '../../session/entries/export-unsynced.ts';
import { useDatabase } from '../../session/session.ts';
import { retryAll } from './retry-all.ts';

/**
 * What the user can do about several refused entries at once. Entries that somebody's newer change stands against are
 * not among them: the user looks at each.
 */
export function RefusedActions({ entries }: { entries: readonly OutboxEntry[] }) {
  const database = useDatabase();
  const addable = useAddableAccounts();
  const [asking, setAsking] = useState(false);

  const retry = async () => {
    const accounts = addable?.accounts.map(({ id }) => id) ?? [];
    try {
      const left = await retryAll(database, entries, accounts);
      if (left > 0) showToast({ title: texts.retryLeft(left), description: texts.RETRY_LEFT_ADVICE, tone: 'info' });
    } catch {
      showToast({ title: texts.RETRY_FAILED, description: texts.RETRY_ALL_NOT_SAVED, tone: 'error' });
    }
  };
  const discard = async () => {
    try {
      for (const { id } of entries) await discardEntry(database, id);
    } catch {
      showToast({ title: texts.DISCARD_FAILED, description: texts.DISCARD_ALL_NOT_SAVED, tone: 'error' });
    }
  };
  const ids = new Set(entries.map(({ id }) => id));

  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1.5" mb="3">
      <Button variant="outline" size="sm" disabled={!addable} onClick={() => void retry()}>
        {texts.RETRY_ALL}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setAsking(true)}>
        {texts.DISCARD_ALL}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => void exportUnsynced(database, ids)}>
        {texts.EXPORT_ALL}
      </Button>
      <ConfirmDialog
        open={asking}
        title={texts.discardAllQuestion(entries.length)}
        confirmLabel={texts.DISCARD_ALL}
        onConfirm={() => void discard()}
        onCancel={() => setAsking(false)}
      >
        <chakra.p color="fg.muted">{texts.DISCARD_ALL_EXPLANATION}</chakra.p>
      </ConfirmDialog>
    </chakra.div>
  );
}
