import { memo } from 'react';
import type { AccountRow } from '#domain/rows';
import * as transactions from '#texts/transactions/transactions';
import * as texts from '#texts/transactions/transfers';
import { SelectField } from '#ui/select-field';

/** Where a transfer comes from and where it goes, among the accounts that the user may add to. */
export const TransferPlaces = memo(function TransferPlaces(props: {
  accounts: readonly AccountRow[];
  from: string;
  to: string;
  errors: { accountId?: string | undefined; toAccountId?: string | undefined };
  change: (places: { accountId?: string; toAccountId?: string }) => void;
}) {
  const { accounts, from, to, errors, change } = props;
  const options = accounts.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <SelectField
        label={texts.FROM}
        name="from"
        placeholder={from === '' ? transactions.CHOOSE : undefined}
        value={from}
        error={errors.accountId}
        options={options}
        onChange={(event) => change({ accountId: event.currentTarget.value })}
      />
      <SelectField
        label={texts.TO}
        name="to"
        placeholder={to === '' ? transactions.CHOOSE : undefined}
        value={to}
        error={errors.toAccountId}
        options={options}
        onChange={(event) => change({ toAccountId: event.currentTarget.value })}
      />
    </>
  );
});
