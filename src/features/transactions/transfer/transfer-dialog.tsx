import { readEditedRow, readTransferDraft } from '#domain/drafts';
import type { TransactionRow } from '#domain/rows';
import { transferForm } from '../../../session/drafts/form-names.ts';
import { WithDraft } from '../../../session/drafts/with-draft.tsx';
import { LinkedSide } from './linked-side.tsx';
import { TransferForm } from './transfer-form.tsx';
import { useTransfer } from './use-transfer.ts';

/**
 * Edits a transfer: both sides together where the user may change both, otherwise what is the user's own. It is mounted
 * while it is open. What was typed and not saved comes back, from whichever side it is opened.
 */
export default function TransferDialog(props: {
  row: TransactionRow;
  onClose: () => void;
  /** Offers to delete the transfer. Called after `onClose`. */
  onDelete: () => void;
}) {
  const { row, onClose, onDelete } = props;
  const transfer = useTransfer(row);
  if (!transfer) return null;
  const { sides, mayChangeBoth } = transfer;
  if (!sides || !mayChangeBoth) return <LinkedSide row={row} onClose={onClose} />;
  return (
    <WithDraft form={transferForm(row)} read={readTransferDraft} readFrom={readEditedRow} wait>
      {(draft) => <TransferForm row={row} sides={sides} draft={draft} onClose={onClose} onDelete={onDelete} />}
    </WithDraft>
  );
}
