/** What a draft says as a transfer between two accounts, and the messages for one that is refused. */
import { checkTransfer, type TransferFields, type TransferInput } from '#domain/transactions/transfers';
import * as texts from '#texts/transactions/transfers';
import type { Checked } from './transaction-draft.ts';
import { transferMessages } from './transfer-messages.ts';

/** `accountId` is where the transfer comes from. */
type Drafted = Omit<TransferInput, 'fromAccountId'> & { accountId: string };

/** Both sides; or the error of each field. Dates have been read: they are YYYY-MM-DD. */
export function checkTransferEntry(draft: Drafted): Checked<{ fields: TransferFields }> {
  const checked = checkTransfer(transferOf(draft));
  return checked.ok ? checked : { ok: false, errors: transferMessages(checked.errors) };
}

/** The transfer that the draft describes. Without a description it is called a transfer. */
export function transferOf({ accountId, toDate, description, ...draft }: Drafted): TransferInput {
  return {
    ...draft,
    fromAccountId: accountId,
    toDate: toDate || draft.date,
    description: description.trim() === '' ? texts.TRANSFER : description,
  };
}
