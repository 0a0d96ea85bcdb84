import { Suspense } from 'react';
import type { AccountRow } from '#domain/rows';
import * as terms from '#texts/terms';
import * as transfers from '#texts/transactions/transfers';
import { ChoiceField } from '#ui/choice-field';
import { AccountSelect } from '../transactions/form/account-select.tsx';
import { AmountInput } from '../transactions/form/amount-input.tsx';
import { CategoryInput } from '../transactions/form/category-input.tsx';
import { DescriptionInput } from '../transactions/form/description-input.tsx';
import { NotesInput } from '../transactions/form/notes-input.tsx';
import { TransferPlaces } from '../transactions/form/transfer-places.tsx';
import { TYPES } from '../transactions/form/type-choice.tsx';
import type { DraftForm } from './use-draft-form.ts';

const WITH_TRANSFER = [...TYPES, { value: 'transfer', label: transfers.TRANSFER }] as const;

/**
 * What a schedule adds, in the order of every form. `placed`: the accounts stay as they are, and a transfer is one for
 * good. `accounts`: those that the user may add to.
 */
export function ScheduleFields(props: {
  form: Pick<DraftForm, 'draft' | 'errors' | 'change'>;
  accounts: readonly AccountRow[];
  placed: boolean;
}) {
  const { form, accounts, placed } = props;
  const { draft, errors, change } = form;
  const { type } = draft;
  return (
    <>
      {!(placed && type === 'transfer') && (
        <ChoiceField
          label={terms.TYPE}
          value={type}
          options={!placed && accounts.length > 1 ? WITH_TRANSFER : TYPES}
          onChange={(chosen) => change({ type: chosen })}
        />
      )}
      <AmountInput value={draft.amount} error={errors.amount} typeFixed={type === 'transfer'} change={change} />
      <DescriptionInput draft={draft} error={errors.description} optional={type === 'transfer'} change={change} />
      {type !== 'transfer' && (
        <Suspense>
          <CategoryInput draft={{ ...draft, type }} errors={errors} change={change} />
        </Suspense>
      )}
      {!placed && type === 'transfer' && (
        <TransferPlaces
          accounts={accounts}
          from={draft.accountId}
          to={draft.toAccountId}
          errors={errors}
          change={change}
        />
      )}
      {!placed && type !== 'transfer' && accounts.length > 1 && (
        <AccountSelect accounts={accounts} value={draft.accountId} error={errors.accountId} change={change} />
      )}
      <NotesInput value={draft.notes} error={errors.notes} change={change} />
    </>
  );
}
