import { today } from '#domain/dates';
import { readEditedRow, readTransactionDraft } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions';
import { useAddableAccounts } from '../../accounts/use-addable-accounts.ts';
import { editForm, entryForm } from '../../drafts/form-names.ts';
import { WithDraft } from '../../drafts/with-draft.tsx';
import { AccountSelect } from './account-select.tsx';
import { DeleteAside } from './delete-aside.tsx';
import { draftOf } from './row-draft.ts';
import { newDraft } from './transaction-draft.ts';
import { TransactionFormDialog } from './transaction-form-dialog.tsx';
import { TransactionInputs } from './transaction-inputs.tsx';
import { useAddTransaction } from './use-add-transaction.ts';
import type { TransactionForm } from './use-transaction-form.ts';
import { useUpdateTransaction } from './use-update-transaction.ts';

/**
 * Adds a transaction to an account, or edits the given one, also to move it to another account. It is mounted while it
 * is open. What was typed and not saved comes back.
 */
export default function TransactionDialog(props: {
  accountId: string;
  row: TransactionRow | null;
  /** The row's type stays: a user who may contribute income to a budget may not always take money out. */
  typeFixed?: boolean;
  /** The form whose text comes back, where it is not this one's own: the edit of a row that is gone is added anew. */
  form?: string;
  onClose: () => void;
  /** Offers to delete the row here, where the list has no button for it. Called after `onClose`. */
  onDelete?: () => void;
}) {
  const { accountId, row, typeFixed = false, onClose, onDelete } = props;
  const form = props.form ?? (row ? editForm(row) : entryForm(accountId));
  const add = useAddTransaction(accountId);
  const update = useUpdateTransaction();
  return (
    <WithDraft form={form} read={readTransactionDraft} readFrom={readEditedRow} wait>
      {(draft) => (
        <TransactionFormDialog
          title={row ? texts.EDIT_TITLE : texts.ADD_NEW_TITLE}
          action={row ? texts.UPDATE : actions.ADD_TRANSACTION}
          start={draft.kept?.values ?? (row ? draftOf(row) : newDraft({ accountId, today: today(new Date()) }))}
          {...(row && { row: draft.kept?.from ?? row })}
          draft={draft}
          save={(entered, fields, latest) =>
            latest ? update(latest, entered, draft.keeper.saved()) : add(entered, fields, draft.keeper.saved())
          }
          onClose={onClose}
          aside={
            onDelete && (
              <DeleteAside
                onClose={() => {
                  void draft.keeper.drop();
                  onClose();
                }}
                onDelete={onDelete}
              />
            )
          }
        >
          {(fields) => (
            <>
              <TransactionInputs form={fields} typeFixed={typeFixed} />
              {row && <MoveSelect form={fields} from={row.accountId} />}
            </>
          )}
        </TransactionFormDialog>
      )}
    </WithDraft>
  );
}

/** The account of an edited transaction, where there is another one that the user may add to. */
function MoveSelect({ form, from }: { form: TransactionForm; from: string }) {
  const accounts = useAddableAccounts()?.accounts ?? [];
  if (!accounts.some(({ id }) => id === from) || accounts.length < 2) return null;
  const { draft, errors, change } = form;
  return <AccountSelect accounts={accounts} value={draft.accountId} error={errors.accountId} change={change} />;
}
