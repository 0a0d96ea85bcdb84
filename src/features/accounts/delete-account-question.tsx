import { chakra } from '@chakra-ui/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { AccountRow } from '#domain/rows';
import { accountContents } from '#store/queries/accounts/account-contents';
import * as actions from '#texts/actions';
import * as texts from '#texts/books/accounts';
import { CheckField } from '#ui/check-field';
import { ConfirmDialog } from '#ui/confirm-dialog';
import { useDatabase } from '../../session/session.ts';

/**
 * Tells, before an account is deleted, what is deleted with it: how many transactions, which budgets, and how many
 * people lose it. It offers to count the other sides of its transfers, which stay, as income and expenses.
 */
export function DeleteAccountQuestion(props: {
  account: AccountRow;
  onConfirm: (chosen: { countsTransfers: boolean }) => void;
  onCancel: () => void;
}) {
  const { account, onConfirm, onCancel } = props;
  const db = useDatabase();
  const [countsTransfers, setCountsTransfers] = useState(false);
  const contents = useLiveQuery(() => accountContents(db, account.id), [db, account.id]);
  if (!contents) return null;
  const { count, budgets, sides, others } = contents;
  return (
    <ConfirmDialog
      open
      title={actions.deleteQuestion(account.name)}
      confirmLabel={texts.DELETE_ACCOUNT}
      onConfirm={() => onConfirm({ countsTransfers })}
      onCancel={onCancel}
    >
      <chakra.p>{texts.transactionsGoToo(count)}</chakra.p>
      {budgets.length > 0 && <chakra.p mt="2">{texts.budgetsGoToo(budgets)}</chakra.p>}
      {sides > 0 && (
        <chakra.div mt="2">
          <p>{texts.sidesStay(sides)}</p>
          <CheckField label={texts.countSides(sides)} checked={countsTransfers} onChange={setCountsTransfers} />
        </chakra.div>
      )}
      {others > 0 && <chakra.p mt="2">{texts.othersLoseItToo(others)}</chakra.p>}
    </ConfirmDialog>
  );
}
