import type { AccountRow } from '#domain/rows';
import * as texts from '#texts/pages/active-account';
import { Select } from '#ui/select-field';

/** Chooses the account that the dashboard shows. It looks like the page's title. */
export function AccountSelector(props: {
  accounts: readonly AccountRow[];
  active: AccountRow;
  onSelect: (accountId: string) => void;
}) {
  const { accounts, active, onSelect } = props;
  return (
    <Select
      look="title"
      aria-label={texts.ACTIVE_ACCOUNT}
      name="active-account"
      value={active.id}
      options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(event) => onSelect(event.currentTarget.value)}
    />
  );
}
