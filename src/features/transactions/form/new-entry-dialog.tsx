import { offeredAccounts } from '#domain/books/accounts';
import { today } from '#domain/dates/dates';
import { readNewEntryDraft } from '#domain/drafts';
import type { AccountRow } from '#domain/rows';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/transactions';
import { useAddableAccounts } from '../../../session/accounts/use-addable-accounts.ts';
import { DraftLine } from '../../../session/drafts/draft-line.tsx';
import { entryForm } from '../../../session/drafts/form-names.ts';
import { type FormDraft, useKeepDraft, WithDraft } from '../../../session/drafts/with-draft.tsx';
import { FormDialog } from './form-dialog.tsx';
import { type NewEntry, type NewEntryDraft, newEntryDraft, withKnownAccounts } from './new-entry-draft.ts';
import { NewEntryInputs } from './new-entry-inputs.tsx';
import { typedText } from './transaction-draft.ts';
import { useAddEntry } from './use-add-entry.ts';
import { useFollowingDay } from './use-following.ts';
import { useNewEntryForm } from './use-transaction-form.ts';

interface NewEntryProps {
  accountId: string;
  /** The form whose text comes back, where it is not this one's own: the edit of a row that is gone is added anew. */
  form?: string;
  onClose: () => void;
}

/**
 * Adds a transaction to an account, or a transfer. It is mounted while it is open. What was typed and not saved comes
 * back.
 */
export default function NewEntryDialog(props: NewEntryProps) {
  const addable = useAddableAccounts();
  // Before the accounts are read, a kept draft would lose its own.
  if (!addable) return null;
  const accounts = offeredAccounts(addable.accounts, props.accountId);
  return (
    <WithDraft form={props.form ?? entryForm(props.accountId)} read={readNewEntryDraft} wait>
      {(draft) => <NewEntryForm {...props} accounts={accounts} draft={draft} />}
    </WithDraft>
  );
}

function NewEntryForm(props: NewEntryProps & { accounts: readonly AccountRow[]; draft: FormDraft<NewEntryDraft> }) {
  const { accountId, onClose, accounts, draft: kept } = props;
  const add = useAddEntry(accountId);
  const start = kept.kept
    ? withKnownAccounts(kept.kept.values, accounts)
    : newEntryDraft({ accountId, today: today(new Date()) });
  const save = async (entered: NewEntryDraft, entry: NewEntry) => {
    if (await add(entered, entry, kept.keeper.saved())) closeForGood();
  };
  const form = useNewEntryForm(start, save);
  useFollowingDay(form);
  const worth = typedText(form.draft) !== '';
  useKeepDraft(kept, { values: form.draft, worth });
  /** Without the text: it is saved, or the user does not want it. */
  const closeForGood = () => {
    void kept.keeper.drop();
    onClose();
  };
  return (
    <FormDialog
      title={texts.ADD_NEW_TITLE}
      action={actions.ADD_TRANSACTION}
      form={form}
      drafted
      onClose={onClose}
      onCancel={closeForGood}
    >
      <DraftLine draft={kept} worth={worth} />
      <NewEntryInputs form={form} accounts={accounts} />
    </FormDialog>
  );
}
