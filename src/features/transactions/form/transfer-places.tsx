import { memo } from 'react';
import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/transactions/transfers';
import { AccountChooser } from '../../../session/accounts/account-chooser.tsx';

/** Where a transfer comes from and where it goes, among the accounts that the user may add to. */
export const TransferPlaces = memo(function TransferPlaces(props: {
  accounts: readonly AccountRow[];
  from: string;
  to: string;
  errors: { accountId?: string | undefined; toAccountId?: string | undefined };
  change: (places: { accountId?: string; toAccountId?: string }) => void;
}) {
  const { accounts, from, to, errors, change } = props;
  return (
    <>
      <AccountChooser
        label={texts.FROM}
        name="from"
        accounts={accounts}
        value={from}
        error={errors.accountId}
        onChoose={(accountId) => change({ accountId })}
      />
      <AccountChooser
        label={texts.TO}
        name="to"
        accounts={accounts}
        value={to}
        error={errors.toAccountId}
        onChoose={(toAccountId) => change({ toAccountId })}
      />
    </>
  );
});
