import { today } from '#domain/dates';
import type { TransactionRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions';
import { draftOf, newDraft } from './transaction-draft.ts';
import { TransactionFormDialog } from './transaction-form-dialog.tsx';
import { TransactionInputs } from './transaction-inputs.tsx';
import { useAddTransaction } from './use-add-transaction.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/** Adds a transaction to an account, or edits the given one. It is mounted while it is open, so closing resets it. */
export default function TransactionDialog(props: {
  accountId: string;
  row: TransactionRow | null;
  /** The row's type stays: a user who may contribute income to a budget may not always take money out. */
  typeFixed?: boolean;
  onClose: () => void;
}) {
  const { accountId, row, typeFixed = false, onClose } = props;
  const add = useAddTransaction(accountId);
  const update = useUpdateTransaction();
  return (
    <TransactionFormDialog
      title={row ? texts.EDIT_TITLE : texts.ADD_NEW_TITLE}
      action={row ? texts.UPDATE : actions.ADD_TRANSACTION}
      start={row ? draftOf(row) : newDraft({ accountId, today: today(new Date()) })}
      {...(row && { row })}
      save={(draft, fields, latest) => (latest ? update(latest, draft) : add(draft, fields))}
      onClose={onClose}
    >
      {(form) => <TransactionInputs form={form} typeFixed={typeFixed} />}
    </TransactionFormDialog>
  );
}
