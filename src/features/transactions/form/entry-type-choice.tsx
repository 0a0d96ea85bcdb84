import { memo } from 'react';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transfers';
import { ChoiceField } from '#ui/choice-field';
import type { EntryType, NewEntryDraft } from './new-entry-draft.ts';
import type { Change } from './use-transaction-form.ts';

const WITHOUT_TRANSFER = [
  { value: 'income', label: terms.INCOME },
  { value: 'expense', label: terms.EXPENSE },
] as const;

const ALL = [...WITHOUT_TRANSFER, { value: 'transfer', label: texts.TRANSFER }] as const;

/** Income, expense, or a transfer where the user may add to two accounts. */
export const EntryTypeChoice = memo(function EntryTypeChoice(props: {
  value: EntryType;
  withTransfer: boolean;
  change: Change<NewEntryDraft>;
}) {
  const { value, withTransfer, change } = props;
  return (
    <ChoiceField
      label={terms.TYPE}
      value={value}
      options={withTransfer ? ALL : WITHOUT_TRANSFER}
      onChange={(type) => change({ type })}
    />
  );
});
