import { readEditedRow, readTransactionDraft } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import { canContribute } from '#domain/sharing/roles';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/budgets';
import * as terms from '#texts/terms';
import { TextField } from '#ui/text-field';
import { AmountInput } from '../../features/transactions/form/amount-input.tsx';
import { DateInput } from '../../features/transactions/form/date-input.tsx';
import { DeleteAside } from '../../features/transactions/form/delete-aside.tsx';
import { draftOf } from '../../features/transactions/form/row-draft.ts';
import { TransactionFormDialog } from '../../features/transactions/form/transaction-form-dialog.tsx';
import { TypeChoice } from '../../features/transactions/form/type-choice.tsx';
import type { Change, TransactionForm } from '../../features/transactions/form/use-transaction-form.ts';
import { useUpdateTransaction } from '../../features/transactions/form/use-update-transaction.ts';
import { useDeleteTransaction } from '../../features/transactions/list/use-delete-transaction.ts';
import { editForm } from '../../session/drafts/form-names.ts';
import { WithDraft } from '../../session/drafts/with-draft.tsx';

/** Corrects a contribution to a budget, or deletes it. It is mounted while it is open. */
export function EditContributionDialog(props: { view: BudgetView; row: TransactionRow; onClose: () => void }) {
  const { view, row, onClose } = props;
  const update = useUpdateTransaction();
  const remove = useDeleteTransaction(nothingToDo);
  return (
    <WithDraft form={editForm(row)} read={(stored) => readTransactionDraft(stored, row)} readFrom={readEditedRow} wait>
      {(draft) => (
        <TransactionFormDialog
          title={texts.EDIT_CONTRIBUTION}
          action={actions.SAVE}
          start={draft.kept?.values ?? draftOf(row)}
          row={draft.kept?.from ?? row}
          draft={draft}
          save={(entered, _, latest) => update(latest ?? row, entered, draft.keeper.saved())}
          onClose={onClose}
          aside={
            <DeleteAside
              onClose={() => {
                void draft.keeper.drop();
                onClose();
              }}
              onDelete={() => void remove(row)}
            />
          }
        >
          {(form) => <ContributionInputs form={form} maySpend={canContribute(view.access, 'expense')} />}
        </TransactionFormDialog>
      )}
    </WithDraft>
  );
}

/** The fields of a contribution. `maySpend`: the user may also make it an expense. */
function ContributionInputs({ form, maySpend }: { form: TransactionForm; maySpend: boolean }) {
  const { draft, errors, change } = form;
  // The category stays the budget's for both types. A minus before the amount makes the contribution an expense.
  const changeWithin: Change = ({ type = draft.type, ...fields }) =>
    change({ ...fields, type: maySpend ? type : draft.type, category: draft.category });
  return (
    <>
      {maySpend && <TypeChoice value={draft.type} change={changeWithin} />}
      <AmountInput value={draft.amount} error={errors.amount} change={changeWithin} />
      <TextField
        label={terms.DESCRIPTION}
        value={draft.description}
        error={errors.description}
        autoComplete="off"
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <DateInput value={draft.date} error={errors.date} change={change} />
    </>
  );
}

/** Nothing to do: a restored row appears in the list without the focus. */
function nothingToDo(): void {}
