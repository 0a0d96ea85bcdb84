import { useId } from 'react';
import { canContribute } from '#domain/roles';
import type { TransactionRow } from '#domain/rows';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/budgets';
import * as terms from '#texts/terms';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Trash2Icon } from '#ui/icons';
import { TextField } from '#ui/text-field';
import { AmountInput } from '../transactions/amount-input.tsx';
import { ChangedMeanwhile } from '../transactions/changed-meanwhile.tsx';
import { DateInput } from '../transactions/date-input.tsx';
import { FormStack } from '../transactions/form-stack.tsx';
import { draftOf } from '../transactions/transaction-draft.ts';
import { TypeChoice } from '../transactions/type-choice.tsx';
import { useChangedMeanwhile } from '../transactions/use-changed-meanwhile.ts';
import { useDeleteTransaction } from '../transactions/use-delete-transaction.ts';
import { type Change, useTransactionForm } from '../transactions/use-transaction-form.ts';
import { useUpdateTransaction } from '../transactions/use-update-transaction.ts';

/** Corrects a contribution to a budget, or takes it back. Mounted while it is open. */
export function EditContributionDialog(props: { view: BudgetView; row: TransactionRow; onClose: () => void }) {
  const { view, row, onClose } = props;
  const update = useUpdateTransaction();
  const remove = useDeleteTransaction(nothingToDo);
  const formId = useId();
  const form = useTransactionForm(draftOf(row), async (entered) => {
    if (await update(standing.row ?? row, entered)) onClose();
  });
  const standing = useChangedMeanwhile(row, form);
  const { draft, errors, change, submit, formRef } = form;
  const maySpend = canContribute(view.access, 'expense');
  // The category is the budget's, whatever the type; a minus before the amount would make it an expense.
  const changeWithin: Change = ({ type = draft.type, ...fields }) =>
    change({ ...fields, type: maySpend ? type : row.type, category: draft.category });
  return (
    <Dialog
      open
      title={texts.EDIT_CONTRIBUTION}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="ghost"
            color="danger"
            me={{ sm: 'auto' }}
            onClick={() => {
              onClose();
              void remove(row);
            }}
          >
            <Trash2Icon aria-hidden />
            {actions.DELETE}
          </Button>
          <Button variant="outline" onClick={onClose}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId}>
            {actions.SAVE}
          </Button>
        </>
      }
    >
      <FormStack id={formId} ref={formRef} noValidate onSubmit={submit}>
        <ChangedMeanwhile {...standing} />
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
      </FormStack>
    </Dialog>
  );
}

/** A row that is brought back stands in the list again, without the focus. */
function nothingToDo(): void {}
