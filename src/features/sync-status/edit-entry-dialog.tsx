import { offeredAccounts } from '#domain/books/accounts';
import { editEntry } from '#store/commands/entries/entry-edit';
import type { OutboxEntry } from '#store/database/records';
import type { EntryFields, EntrySubject } from '#store/queries/rows/entry-subject';
import * as texts from '#texts/sync/entry-form';
import { useAddableAccounts } from '../../session/accounts/use-addable-accounts.ts';
import { failureTitle } from '../../session/entries/entry-description.ts';
import { useActor, useDatabase } from '../../session/session.ts';
import { orToast } from '../../session/toasts/command-toast.ts';
import type { TransactionDraft } from '../transactions/form/transaction-draft.ts';
import { EditRowEntry } from './edit-row-entry.tsx';
import { EditTransactionEntry } from './edit-transaction-entry.tsx';
import { rowFormOf } from './row-entry-form.ts';

/** The dialog that corrects an entry and sends it as a new one. It is mounted while it is open. */
export default function EditEntryDialog(props: {
  entry: OutboxEntry;
  subject: EntrySubject;
  /** Whether the dialog moves the transaction to another account. */
  moving: boolean;
  onClose: () => void;
}) {
  const { entry, subject, moving, onClose } = props;
  const database = useDatabase();
  const actor = useActor();
  const addable = useAddableAccounts();
  const onSave = async (fields: EntryFields, chosen?: TransactionDraft) => {
    const failure = { title: failureTitle(entry), description: texts.NOT_SAVED };
    const saved = await orToast(failure, () => editEntry(database, actor, { mutationId: entry.id, fields, chosen }));
    return saved !== null;
  };

  const form = rowFormOf(subject);
  if (form) return <EditRowEntry form={form} onSave={onSave} onClose={onClose} />;
  if (!addable) return null;
  const accounts = offeredAccounts(addable.accounts, String(subject.meant.accountId));
  const own = accounts.find(({ id }) => id === subject.meant.accountId);
  const chosen = own && !moving ? own.id : (accounts.find(({ id }) => id !== own?.id) ?? own)?.id;
  const stays = subject.operation.kind === 'patch' && subject.current !== null && !moving;
  return (
    <EditTransactionEntry
      meant={subject.meant}
      moving={moving}
      leaves={!stays && !moving && own === undefined}
      accounts={stays ? null : { all: accounts, chosen: chosen ?? '' }}
      onSave={onSave}
      onClose={onClose}
    />
  );
}
