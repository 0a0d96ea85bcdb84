import { memo } from 'react';
import type { AccountRow } from '#domain/rows';
import * as terms from '#texts/terms';
import { AccountChooser } from '../../../session/accounts/account-chooser.tsx';
import type { Change } from './use-transaction-form.ts';

/** Chooses the account of a transaction among those that the user may add to. */
export const AccountSelect = memo(function AccountSelect(props: {
  accounts: readonly AccountRow[];
  value: string;
  change: Change;
  error: string | undefined;
  /** In its dialog, this field has the focus from the start. */
  first?: boolean;
}) {
  const { accounts, value, change, error, first = false } = props;
  return (
    <AccountChooser
      label={terms.ACCOUNT}
      name="account"
      data-autofocus={first || undefined}
      accounts={accounts}
      value={value}
      error={error}
      onChoose={(accountId) => change({ accountId })}
    />
  );
});
