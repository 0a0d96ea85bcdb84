import * as terms from '#texts/terms';
import { Dialog } from '#ui/dialog';
import type { AccountView } from '../../session/accounts/use-accounts.ts';
import { AccountList } from './account-list.tsx';

/** The list of accounts as a sheet. It closes when an account is chosen. */
export default function AccountsSheet(props: {
  accounts: readonly AccountView[];
  /** The button that opened it; from 30em the list stands below it. */
  below: DOMRect;
  onClose: () => void;
}) {
  const { accounts, below, onClose } = props;
  return (
    <Dialog open title={terms.ACCOUNTS} below={below} onClose={onClose}>
      <AccountList accounts={accounts} onChosen={onClose} />
    </Dialog>
  );
}
