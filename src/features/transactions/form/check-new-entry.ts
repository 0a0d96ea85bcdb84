import { checkTransferEntry } from './check-transfer.ts';
import type { NewEntry, NewEntryDraft } from './new-entry-draft.ts';
import { type Checked, checkDraft } from './transaction-draft.ts';

/** What the draft adds; or the error of each field. Dates have been read: they are YYYY-MM-DD. */
export function checkNewEntry(draft: NewEntryDraft): Checked<{ entry: NewEntry }> {
  const { type } = draft;
  if (type === 'transfer') {
    const checked = checkTransferEntry(draft);
    return checked.ok ? { ok: true, entry: { kind: 'transfer', fields: checked.fields } } : checked;
  }
  const checked = checkDraft({ ...draft, type });
  return checked.ok ? { ok: true, entry: { kind: 'transaction', fields: checked.fields } } : checked;
}
