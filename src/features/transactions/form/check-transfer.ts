/** What a draft says as a transfer between two accounts, and the messages for one that is refused. */
import { checkTransfer, type TransferInput } from '#domain/transfers';
import * as texts from '#texts/transfers';
import type { NewEntry, NewEntryDraft } from './new-entry-draft.ts';
import type { Checked } from './transaction-draft.ts';
import { transferMessages } from './transfer-messages.ts';

/** Both sides; or the error of each field. Dates have been read: they are YYYY-MM-DD. */
export function checkTransferEntry(draft: NewEntryDraft): Checked<{ entry: NewEntry }> {
  const checked = checkTransfer(transferOf(draft));
  if (!checked.ok) return { ok: false, errors: transferMessages(checked.errors) };
  return { ok: true, entry: { kind: 'transfer', fields: checked.fields } };
}

/** The transfer that the draft describes. Without a description it is called a transfer. */
export function transferOf({ accountId, toDate, description, ...draft }: NewEntryDraft): TransferInput {
  return {
    ...draft,
    fromAccountId: accountId,
    toDate: toDate || draft.date,
    description: description.trim() === '' ? texts.TRANSFER : description,
  };
}
