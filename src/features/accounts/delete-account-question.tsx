import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { AccountRow } from '#domain/rows';
import { accountContents } from '#store/queries/accounts/account-contents';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useDatabase } from '../../session/session.ts';

/**
 * Tells, before an account is deleted, what is deleted with it: how many transactions, which budgets, and how many
 * people lose it.
 */
export function DeleteAccountQuestion(props: { account: AccountRow; onConfirm: () => void; onCancel: () => void }) {
  const { account, onConfirm, onCancel } = props;
  const db = useDatabase();
  const contents = useLiveQuery(() => accountContents(db, account.id), [db, account.id]);
  if (!contents) return null;
  const { count, budgets, others } = contents;
  return (
    <ConfirmDialog
      open
      title={actions.deleteQuestion(account.name)}
      confirmLabel={texts.DELETE_ACCOUNT}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <chakra.p>{texts.transactionsGoToo(count)}</chakra.p>
      {budgets.length > 0 && <chakra.p mt="2">{texts.budgetsGoToo(budgets)}</chakra.p>}
      {others > 0 && <chakra.p mt="2">{texts.othersLoseItToo(others)}</chakra.p>}
    </ConfirmDialog>
  );
}
