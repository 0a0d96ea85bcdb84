import { useCallback } from 'react';
import { today } from '#domain/dates/dates';
import { formatMoney } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { enterTransaction } from '#store/commands/transactions/transaction-add';
import { undoAction } from '#store/commands/undo/action-undo';
import * as failures from '#texts/failures';
import * as texts from '#texts/transactions/transactions';
import { useActor, useDatabase } from '../../../session/session.ts';
import { orToast } from '../../../session/toasts/command-toast.ts';
import { offerUndo } from '../../undo/offer-undo.ts';
import { checkDraft } from '../form/transaction-draft.ts';
import { sameAgain } from './same-again.ts';

const FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

/**
 * Adds the same as this row at once, with the date of today. Nobody has looked at it before, so its toast has Undo.
 * `onUndo` is called before what was added goes again.
 * Returns false where something is missing that a new entry needs, such as the description of an imported row.
 */
export function useAgainToday(onUndo: (added: { id: string }) => void): (row: TransactionRow) => boolean {
  const db = useDatabase();
  const actor = useActor();
  return useCallback(
    (row) => {
      const draft = { ...sameAgain(row), date: today(new Date()) };
      const checked = checkDraft(draft);
      if (!checked.ok) return false;
      const add = async () => {
        const added = await orToast(FAILURE, () => enterTransaction(db, actor, checked.fields, draft));
        if (!added) return;
        const description = texts.addedDescription(row.type, formatMoney(row.amount));
        const undo = () => {
          onUndo(added);
          return orToast(FAILURE, () => undoAction(db, actor, { id: added.actionId }));
        };
        offerUndo(db, added.actionId, { title: texts.ADDED_TITLE, description }, () => void undo());
      };
      void add();
      return true;
    },
    [db, actor, onUndo],
  );
}
