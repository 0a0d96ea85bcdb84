import { checkTransferDraft, type TransferDraft } from '../form/transfer-draft.ts';
import { type TransactionForm, useForm } from '../form/use-transaction-form.ts';

/** The form of both sides of a transfer. `save` gets only complete drafts. */
export function useTransferForm(
  start: TransferDraft,
  save: (draft: TransferDraft) => Promise<void>,
): TransactionForm<TransferDraft> {
  return useForm(start, checkTransferDraft, save, { edits: true });
}
