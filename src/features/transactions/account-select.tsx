import type { AccountRow } from '#domain/rows';
import { SelectField } from '#ui/select-field';

/** The account of an entry, out of those that the user may add to. */
export function AccountSelect(props: {
  accounts: readonly AccountRow[];
  value: string;
  onChange: (accountId: string) => void;
  error: string | undefined;
}) {
  const { accounts, value, onChange, error } = props;
  return (
    <SelectField
      label="Account"
      name="account"
      placeholder="Choose…"
      value={accounts.some((account) => account.id === value) ? value : ''}
      error={error}
      options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
