import { useId } from 'react';
import { today } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormStack } from './form-stack.tsx';
import { draftOf, newDraft } from './transaction-draft.ts';
import { TransactionInputs } from './transaction-inputs.tsx';
import { useAddTransaction } from './use-add-transaction.ts';
import { useChangedMeanwhile } from './use-changed-meanwhile.ts';
import { useTransactionForm } from './use-transaction-form.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/** Adds a transaction to an account, or edits the one that is given. Mounted while it is open, so closing resets it. */
export default function TransactionDialog(props: {
  accountId: string;
  row: TransactionRow | null;
  /** The row's type stays: who contributes income to a budget may not always take out of it. */
  typeFixed?: boolean;
  onClose: () => void;
}) {
  const { accountId, row, typeFixed = false, onClose } = props;
  const add = useAddTransaction(accountId);
  const update = useUpdateTransaction();
  const formId = useId();
  const start = row ? draftOf(row) : newDraft({ accountId, today: today(new Date()) });
  const form = useTransactionForm(start, async (entered, fields) => {
    if (await (standing.row ? update(standing.row, entered) : add(entered, fields))) onClose();
  });
  const standing = useChangedMeanwhile(row, form);

  return (
    <Dialog
      open
      title={row ? texts.EDIT_TITLE : texts.ADD_NEW_TITLE}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {row ? texts.UPDATE : actions.ADD_TRANSACTION}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={form.formRef} noValidate onSubmit={form.submit}>
        <ChangedMeanwhile {...standing} />
        <TransactionInputs form={form} typeFixed={typeFixed} />
      </FormStack>
    </Dialog>
  );
}
