import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { counted } from '#domain/numbers';
import type { AccountRow } from '#domain/rows';
import { accountContents } from '#store/queries/accounts';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useDatabase } from '../session/session.tsx';

/** Names what goes with an account before it is deleted: the number of its transactions, and its budgets by name. */
export function DeleteAccountQuestion(props: { account: AccountRow; onConfirm: () => void; onCancel: () => void }) {
  const { account, onConfirm, onCancel } = props;
  const db = useDatabase();
  const contents = useLiveQuery(() => accountContents(db, account.id), [db, account.id]);
  if (!contents) return null;
  const { count, budgets } = contents;
  return (
    <ConfirmDialog
      open
      title={`Delete ${account.name}?`}
      confirmLabel="Delete account"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <chakra.p>
        {count === 0
          ? 'This account has no transactions.'
          : `${counted(count, 'transaction goes', 'transactions go')} with it.`}
      </chakra.p>
      {budgets.length > 0 && (
        <chakra.p mt="2">
          So {budgets.length === 1 ? 'does its budget' : 'do its budgets'}: {budgets.join(', ')}.
        </chakra.p>
      )}
    </ConfirmDialog>
  );
}
