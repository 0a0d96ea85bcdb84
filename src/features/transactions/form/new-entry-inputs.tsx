import { chakra } from '@chakra-ui/react';
import type { AccountRow } from '#domain/rows';
import { AccountSelect } from './account-select.tsx';
import { AmountInput } from './amount-input.tsx';
import { CategoryInput } from './category-input.tsx';
import { DateInput } from './date-input.tsx';
import { DescriptionInput } from './description-input.tsx';
import { EntryTypeChoice } from './entry-type-choice.tsx';
import type { NewEntryDraft } from './new-entry-draft.ts';
import { NotesInput } from './notes-input.tsx';
import { SplitButton } from './split-button.tsx';
import { TransferInputs } from './transfer-inputs.tsx';
import type { TransactionForm } from './use-transaction-form.ts';

/** All fields of a new transaction or transfer, in the order of every form. A dialog begins at the amount. */
export function NewEntryInputs(props: {
  form: Pick<TransactionForm<NewEntryDraft>, 'draft' | 'errors' | 'change'>;
  accounts: readonly AccountRow[];
  /** The category that counts while none is chosen. The button that divides the amount then stands with the notes. */
  preselected?: { shown: string; always: string };
}) {
  const { form, accounts, preselected } = props;
  const { draft, errors, change } = form;
  const { type } = draft;
  const isTransfer = type === 'transfer';
  return (
    <>
      <EntryTypeChoice value={type} withTransfer={accounts.length > 1 || isTransfer} change={change} />
      <AmountInput value={draft.amount} error={errors.amount} typeFixed={isTransfer} change={change} />
      <DescriptionInput draft={draft} error={errors.description} optional={isTransfer} change={change} />
      {type !== 'transfer' && (
        <CategoryInput
          draft={{ ...draft, type }}
          errors={errors}
          change={change}
          {...(preselected && { preselected })}
        />
      )}
      <chakra.div display="grid" gridTemplateColumns="repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))" gap="3">
        {isTransfer ? (
          <TransferInputs accounts={accounts} draft={draft} errors={errors} change={change} />
        ) : (
          <>
            <DateInput value={draft.date} error={errors.date} change={change} />
            <AccountSelect accounts={accounts} value={draft.accountId} error={errors.accountId} change={change} />
          </>
        )}
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="2" css={{ '& > div': { flexBasis: 'full' } }}>
        {preselected && !isTransfer && !draft.lines && <SplitButton draft={draft} change={change} />}
        <NotesInput value={draft.notes} error={errors.notes} change={change} />
      </chakra.div>
    </>
  );
}
