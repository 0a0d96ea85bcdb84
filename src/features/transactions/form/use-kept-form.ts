import type { TransactionRow } from '#domain/rows';
import type { TransactionFields } from '#domain/transactions/transactions';
import { type FormDraft, useKeepDraft } from '../../../session/drafts/with-draft.tsx';
import { differs } from './row-draft.ts';
import { type TransactionDraft, typedText } from './transaction-draft.ts';
import { type CurrentRow, useChangedMeanwhile } from './use-changed-meanwhile.ts';
import { type TransactionForm, useTransactionForm } from './use-transaction-form.ts';

/** Adds what stands in the form. Returns whether it was saved. */
export type AddAnew = (draft: TransactionDraft, fields: TransactionFields) => Promise<boolean>;

interface KeptForm {
  form: TransactionForm;
  current: CurrentRow;
  /** The row is gone, and the form adds what stands in it. */
  isAddedAnew: boolean;
  /** The form has something that is not saved. */
  worth: boolean;
  /** Closes it without the text: it is saved, or the user does not want it. */
  closeForGood: () => void;
}

/**
 * The form of one transaction, in a dialog or in its row. It saves complete drafts only, keeps what is typed until it
 * is saved or cancelled, and knows what changed elsewhere while it is open.
 */
export function useKeptForm(props: {
  start: TransactionDraft;
  /** The row that is edited. Without it, nothing can change elsewhere. */
  row: TransactionRow | undefined;
  draft: FormDraft<TransactionDraft, TransactionRow> | undefined;
  /** Returns whether it was saved. `latest` is the row as it is now. */
  save: (draft: TransactionDraft, fields: TransactionFields, latest: TransactionRow | null) => Promise<boolean>;
  /** How a row that is gone is added as a new entry, by what it last was; null where the user may not. */
  addAnew?: (gone: TransactionRow) => AddAnew | null;
  onClose: () => void;
}): KeptForm {
  const { start, row, draft: kept, save, addAnew, onClose } = props;
  const saveAndClose = async (draft: TransactionDraft, fields: TransactionFields) => {
    const saved = adding ? adding(draft, fields) : save(draft, fields, current.row);
    if (await saved) closeForGood();
  };
  const form = useTransactionForm(start, saveAndClose, { edits: row !== undefined });
  const current = useChangedMeanwhile(row ?? null, form);
  const adding = current.isGone && current.row ? addAnew?.(current.row) : null;
  const worth = current.row ? differs(form.draft, current.row) : typedText(form.draft) !== '';
  useKeepDraft(kept, { values: form.draft, worth, from: current.row });
  const closeForGood = () => {
    void kept?.keeper.drop();
    onClose();
  };
  return { form, current, isAddedAnew: Boolean(adding), worth, closeForGood };
}
