/** The draft of an edit of both sides of a transfer. */
import { plainAmount } from '#domain/money/money';
import type { TransactionRow } from '#domain/rows';
import { checkTransferEntry } from './check-transfer.ts';
import type { NewEntryDraft } from './new-entry-draft.ts';
import type { Checked } from './transaction-draft.ts';

export type TransferDraft = NewEntryDraft & {
  /** Of the side that the money leaves. */
  notes: string;
  /** Of the side where it arrives. */
  toNotes: string;
};

/** The fields of both sides. Where their amounts differ, the amount of the side that was opened is proposed. */
export function draftOfTransfer(
  { from, to }: { from: TransactionRow; to: TransactionRow },
  opened: TransactionRow,
): TransferDraft {
  return {
    type: 'transfer',
    accountId: from.accountId,
    toAccountId: to.accountId,
    amount: plainAmount(opened.amount),
    date: from.date,
    toDate: to.date,
    description: opened.description,
    category: '',
    lines: null,
    refund: false,
    notes: from.notes,
    toNotes: to.notes,
  };
}

/** The fields that the form of a transfer changes. */
export const TRANSFER_FIELDS = ['amount', 'description', 'date', 'notes', 'toDate', 'toNotes'] as const;

export function checkTransferDraft(draft: TransferDraft): Checked<object> {
  return checkTransferEntry(draft);
}
