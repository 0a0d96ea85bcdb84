import { useMemo } from 'react';
import type { AccountRow } from '#domain/rows';
import { foldText } from '#domain/search-text';
import * as texts from '#texts/transactions/transactions';
import { Combobox } from '#ui/combobox';

/** Chooses one of these accounts. An archived one, which a row that is edited may have, comes last. */
export function AccountChooser(props: {
  label: string;
  name: string;
  accounts: readonly AccountRow[];
  /** The id; empty for none. */
  value: string;
  error: string | null | undefined;
  onChoose: (id: string) => void;
  /** What is typed and is no account, where the form keeps it. */
  text?: string | undefined;
  /** What is typed is no account, or nothing. Without it, no account is chosen then. */
  onText?: (text: string) => void;
  'data-autofocus'?: true | undefined;
}) {
  const { accounts, value, onChoose, onText = () => onChoose(''), ...field } = props;
  const choices = useMemo(
    () =>
      accounts
        .toSorted((one, other) => Number(one.archived) - Number(other.archived))
        .map(({ id, name }) => ({ value: id, label: name })),
    [accounts],
  );
  return (
    <Combobox
      {...field}
      placeholder={texts.CHOOSE}
      value={accounts.some(({ id }) => id === value) ? value : ''}
      choices={choices}
      fold={foldText}
      onChoose={onChoose}
      onText={onText}
    />
  );
}
