import { memo } from 'react';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transfers';
import { ChoiceField } from '#ui/choice-field';
import type { EntryType, NewEntryDraft } from './new-entry-draft.ts';
import { TYPES } from './type-choice.tsx';
import type { Change } from './use-transaction-form.ts';

const ALL = [...TYPES, { value: 'transfer', label: texts.TRANSFER }] as const;

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
      options={withTransfer ? ALL : TYPES}
      onChange={(type) => change({ type })}
    />
  );
});
