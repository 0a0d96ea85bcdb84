import { type FormEvent, useId, useState } from 'react';
import { UNCATEGORIZED } from '#domain/books/categories';
import { today } from '#domain/dates/dates';
import { readContributionDraft } from '#domain/drafts';
import { formatMoney, parseAmount, understoodAmount } from '#domain/money/money';
import type { TransactionType } from '#domain/rows';
import { canContribute } from '#domain/sharing/roles';
import { addTransaction } from '#store/commands/transactions/transaction-add';
import type { BudgetView } from '#store/queries/budgets';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/budgets';
import * as failures from '#texts/failures';
import * as terms from '#texts/terms';
import * as transactionTexts from '#texts/transactions/transactions';
import { AmountField } from '#ui/amount-field';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormStack } from '#ui/form-stack';
import { TextField } from '#ui/text-field';
import { showToast } from '#ui/toast';
import { type DraftErrors, draftMessages } from '../../features/transactions/form/transaction-draft.ts';
import { TypeChoice } from '../../features/transactions/form/type-choice.tsx';
import { DraftLine } from '../../session/drafts/draft-line.tsx';
import { contributionForm } from '../../session/drafts/form-names.ts';
import { type FormDraft, useKeepDraft, WithDraft } from '../../session/drafts/with-draft.tsx';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';

const FAILURE = { title: failures.TRANSACTION_SAVE, description: failures.TRANSACTION_NOT_SAVED };

interface ContributeProps {
  view: BudgetView;
  onClose: () => void;
}

/** Adds money to a budget; a user who manages the budget may also take money out. It is mounted while it is open. */
export function ContributeDialog(props: ContributeProps) {
  return (
    <WithDraft form={contributionForm(props.view.budget.id)} read={readContributionDraft} wait>
      {(draft) => <Contribution {...props} draft={draft} />}
    </WithDraft>
  );
}

interface Contributed {
  type: TransactionType;
  amount: string;
  description: string;
}

const NOTHING: Contributed = { type: 'income', amount: '', description: '' };

function Contribution({ view, draft, onClose }: ContributeProps & { draft: FormDraft<Contributed> }) {
  const { budget, categoryName, access } = view;
  const db = useDatabase();
  const actor = useActor();
  const formId = useId();
  const [entered, setEntered] = useState(draft.kept?.values ?? NOTHING);
  const [errors, setErrors] = useState<DraftErrors>({});
  const { type, amount, description } = entered;
  const worth = amount + description !== '';
  useKeepDraft(draft, { values: entered, worth });
  const change = (fields: Partial<Contributed>) => setEntered((now) => ({ ...now, ...fields }));
  const cancel = () => {
    void draft.keeper.drop();
    onClose();
  };
  const isFilled = amount.trim() !== '' && description.trim() !== '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isFilled) return;
    const parsed = parseAmount(amount);
    if (!parsed.ok) {
      setErrors(draftMessages({ amount: parsed.reason }));
      return;
    }
    const category = categoryName ?? UNCATEGORIZED;
    const { id: budgetId, accountId, categoryId } = budget;
    const place = { accountId, budgetId, category, categoryId, date: today(new Date()) };
    const acting = { ...actor, draft: draft.keeper.saved() };
    const added = await orToast(FAILURE, () => addTransaction(db, acting, { ...place, ...entered }));
    if (!added) return;
    showToast({
      title: transactionTexts.ADDED_TITLE,
      description: transactionTexts.addedDescription(type, formatMoney(parsed.cents)),
      tone: 'success',
    });
    onClose();
  };

  return (
    <Dialog
      open
      title={texts.contributeTo(budget.name)}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={cancel}>
            {actions.CANCEL}
          </Button>
          <Button type="submit" form={formId} disabled={!isFilled}>
            {texts.CONTRIBUTE}
          </Button>
        </>
      }
    >
      <FormStack id={formId} noValidate data-draft onSubmit={submit}>
        <DraftLine draft={draft} worth={worth} />
        {canContribute(access, 'expense') && (
          <TypeChoice value={type} change={({ type: chosen = type }) => change({ type: chosen })} />
        )}
        <AmountField
          label={terms.AMOUNT}
          value={amount}
          error={errors.amount}
          hint={understoodAmount(amount)}
          data-autofocus
          onChange={(event) => {
            change({ amount: event.currentTarget.value });
            setErrors({});
          }}
        />
        <TextField
          label={terms.DESCRIPTION}
          value={description}
          autoComplete="off"
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </FormStack>
    </Dialog>
  );
}
