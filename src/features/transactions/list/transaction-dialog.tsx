import type { ComponentProps } from 'react';
import { offeredAccounts } from '#domain/books/accounts';
import type { TransactionRow } from '#domain/rows';
import * as texts from '#texts/transactions/transactions';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import { HistoryDisclosure } from '../../history/history-disclosure.tsx';
import { AccountSelect } from '../form/account-select.tsx';
import { EditDialog } from '../form/edit-dialog.tsx';
import { RepeatsLine } from '../form/repeats-line.tsx';
import { TransactionInputs } from '../form/transaction-inputs.tsx';
import type { TransactionForm } from '../form/use-transaction-form.ts';
import { LinkOffer } from '../transfer/link-offer.tsx';
import { RowAside } from './row-aside.tsx';

/** Edits a transaction, also to move it to another account. It is mounted while it is open. */
export default function TransactionDialog(props: {
  row: TransactionRow;
  /** The row's type stays: a user who may contribute income to a budget may not always take money out. */
  typeFixed?: boolean;
  onClose: () => void;
  /** What the dialog offers where the list has no buttons for it. Called after `onClose`. */
  offers?: Pick<ComponentProps<typeof RowAside>, 'onDelete' | 'onRepeat' | 'leaving'>;
}) {
  const { row, typeFixed = false, onClose, offers } = props;
  return (
    <EditDialog
      title={texts.EDIT_TITLE}
      action={texts.UPDATE}
      row={row}
      onClose={onClose}
      {...(offers && {
        aside: (closeForGood) => <RowAside row={row} onClose={onClose} onDiscard={closeForGood} {...offers} />,
      })}
    >
      {(fields) => (
        <>
          <TransactionInputs form={fields} typeFixed={typeFixed}>
            <MoveSelect form={fields} from={row.accountId} />
          </TransactionInputs>
          <RepeatsLine row={row} onClose={onClose} />
          <LinkOffer row={row} onLinked={onClose} />
          <HistoryDisclosure row={row} onRestored={onClose} />
        </>
      )}
    </EditDialog>
  );
}

/** The account of an edited transaction, where there is another one that the user may add to. */
function MoveSelect({ form, from }: { form: TransactionForm; from: string }) {
  const accounts = offeredAccounts(useAddableAccounts()?.accounts ?? [], from);
  if (!accounts.some(({ id }) => id === from) || accounts.length < 2) return null;
  const { draft, errors, change } = form;
  return <AccountSelect accounts={accounts} value={draft.accountId} error={errors.accountId} change={change} />;
}
