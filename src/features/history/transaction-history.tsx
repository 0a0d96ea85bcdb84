import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { editToVersion, type HistoryEvent } from '#domain/transactions/history';
import { updateTransaction } from '#store/commands/transactions/transaction-update';
import { findTransaction } from '#store/queries/rows/transactions';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/history';
import { Button } from '#ui/button';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { showToast } from '#ui/toast';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import { useLoaded } from '../../session/use-loaded.ts';
import { readTransactionHistory } from '../auth/history-service.ts';
import { EventList } from './event-list.tsx';
import { momentOf, titleOf } from './event-text.ts';
import { useHistory } from './use-history.ts';

const LOAD_FAILURE = { title: failures.TRANSACTIONS_LOAD };
const FAILURE = { title: texts.NOT_RESTORED, description: failures.TRANSACTION_NOT_SAVED };

/** The versions of a transaction. Each can be restored; `onRestored` is called then. */
export default function TransactionHistory(props: { row: TransactionRow; onRestored: () => void }) {
  const db = useDatabase();
  const actor = useActor();
  const opened = props.row;
  /** The version of a reconciled row that waits for an answer. */
  const [asked, setAsked] = useState<HistoryEvent | null>(null);
  const row = useLoaded(() => findTransaction(db, opened.id, opened), [db, opened], LOAD_FAILURE);
  // Another number of the row tells that there is a new event.
  const history = useHistory(`${opened.id} ${(row ?? opened).version}`, (auth, after) =>
    readTransactionHistory(auth, opened.id, after),
  );

  const restore = async (current: TransactionRow, event: HistoryEvent) => {
    const edit = editToVersion(current, event);
    if (!edit) return;
    if (!(await orToast(FAILURE, () => updateTransaction(db, actor, { row: current, ...edit })))) return;
    showToast({ title: texts.RESTORED_TITLE, description: texts.RESTORED_DESCRIPTION, tone: 'success' });
    props.onRestored();
  };

  return (
    <>
      <EventList
        label={texts.HISTORY}
        history={history}
        titleOf={(event) => titleOf(event, actor.email, texts.IT)}
        facts
        action={(event) =>
          row && editToVersion(row, event) ? (
            <chakra.div mt="2">
              <Button
                variant="outline"
                size="sm"
                aria-label={texts.restoreOf(momentOf(event))}
                onClick={() => (row.status === 'reconciled' ? setAsked(event) : void restore(row, event))}
              >
                {texts.RESTORE}
              </Button>
            </chakra.div>
          ) : null
        }
      />
      {row && (
        <ConfirmDialog
          open={asked !== null}
          title={texts.RECONCILED_QUESTION}
          confirmLabel={texts.RESTORE}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            if (asked) void restore(row, asked);
          }}
        >
          {texts.RECONCILED_EXPLANATION}
        </ConfirmDialog>
      )}
    </>
  );
}
