import { memo } from 'react';
import type { AccountRow } from '#domain/rows';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transactions';
import { SelectField } from '#ui/select-field';
import type { Change } from './use-transaction-form.ts';

/** Chooses the account of a transaction among those that the user may add to. */
export const AccountSelect = memo(function AccountSelect(props: {
  accounts: readonly AccountRow[];
  value: string;
  change: Change;
  error: string | undefined;
  /** In its dialog, this select has the focus from the start. */
  first?: boolean;
}) {
  const { accounts, value, change, error, first = false } = props;
  const chosen = accounts.some((account) => account.id === value);
  return (
    <SelectField
      label={terms.ACCOUNT}
      name="account"
      data-autofocus={first || undefined}
      placeholder={chosen ? undefined : texts.CHOOSE}
      value={chosen ? value : ''}
      error={error}
      options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => change({ accountId: event.currentTarget.value })}
    />
  );
});
