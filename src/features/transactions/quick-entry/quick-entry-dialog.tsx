import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { UNCATEGORIZED } from '#domain/books/categories';
import { today } from '#domain/dates/dates';
import { readNewEntryDraft } from '#domain/drafts';
import type { AccountRow, TransactionRow, TransactionType } from '#domain/rows';
import { readSharedText } from '#domain/transactions/shared-text';
import * as actions from '#texts/actions';
import * as texts from '#texts/transactions/quick-entry';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { FormStack } from '#ui/form-stack';
import { DraftLine } from '../../../session/drafts/draft-line.tsx';
import { againForm, QUICK_ENTRY_FORM } from '../../../session/drafts/form-names.ts';
import { type FormDraft, useKeepDraft, WithDraft } from '../../../session/drafts/with-draft.tsx';
import {
  changedFields,
  type EntryType,
  type NewEntry,
  type NewEntryDraft,
  newEntryDraft,
  withKnownAccounts,
} from '../form/new-entry-draft.ts';
import { NewEntryInputs } from '../form/new-entry-inputs.tsx';
import { typedText } from '../form/transaction-draft.ts';
import { useAddEntry } from '../form/use-add-entry.ts';
import { useFollowingDay } from '../form/use-following.ts';
import { useNewEntryForm } from '../form/use-transaction-form.ts';
import { sameAgain } from './same-again.ts';
import { useEarlierCategory } from './use-earlier-category.ts';

/**
 * A transaction in ten seconds: amount first, then the description, which brings its category from history. Until the
 * user chooses one, the category is that of the last transaction with this description, or Uncategorized. Enter adds
 * and closes. "Add and another" (Ctrl or Cmd with Enter) starts the next one with the same date and account.
 */
export default function QuickEntryDialog(props: QuickEntryProps) {
  return (
    <WithDraft form={formOf(props)} read={readNewEntryDraft} wait>
      {(draft) => <EntryDialog {...props} draft={draft} />}
    </WithDraft>
  );
}

/** A shared text is an entry of its own, found again while its address is open. So is the repetition of an entry. */
function formOf({ text, again }: QuickEntryProps): string {
  if (again) return againForm(again);
  return text === undefined ? QUICK_ENTRY_FORM : `${QUICK_ENTRY_FORM}:${text}`;
}

const TITLES: Record<EntryType, string> = {
  income: texts.INCOME_TITLE,
  expense: texts.EXPENSE_TITLE,
  transfer: texts.TRANSFER_TITLE,
};

interface QuickEntryProps {
  accounts: readonly AccountRow[];
  accountId: string;
  type: TransactionType;
  /** A text that another app shared. */
  text?: string | undefined;
  /** The entry that is entered once more, today. */
  again?: TransactionRow;
  onClose: () => void;
}

function EntryDialog(props: QuickEntryProps & { draft: FormDraft<NewEntryDraft> }) {
  const { accounts, accountId, type, text, again, draft: kept, onClose } = props;
  const add = useAddEntry(accountId);
  const formId = useId();
  const another = useRef(false);
  const [added, setAdded] = useState(0);
  // The day on which it opened: midnight is no change by the user.
  const [day] = useState(() => today(new Date()));
  const empty = newEntryDraft({ accountId, today: day, type });
  const repeated = useMemo(() => again && sameAgain(again), [again]);
  const anew = withKnownAccounts({ ...empty, ...repeated, ...(text && readSharedText(text)) }, accounts);
  const start = kept.kept ? withKnownAccounts(kept.kept.values, accounts) : anew;
  const save = async (entered: NewEntryDraft, entry: NewEntry) => {
    const focused = document.activeElement;
    // Read at submit time, because the user may submit the next one during the save.
    const makesRoom = another.current;
    if (!(await add(entered, entry, kept.keeper.saved()))) return;
    if (!makesRoom) return onClose();
    clear(entered, ['amount', 'description', 'category']);
    setAdded((count) => count + 1);
    // A user who has moved to another field meanwhile keeps that focus.
    if (document.activeElement === focused) formRef.current?.querySelector<HTMLElement>('[name="amount"]')?.focus();
  };
  const form = useNewEntryForm(start, save, {
    complete: (entered) => ({ ...entered, category: entered.category || preselected }),
  });
  const { draft, clear, submit, formRef } = form;
  useFollowingDay(form);
  const preselected = useEarlierCategory(draft) ?? UNCATEGORIZED;
  // What is entered again is all chosen already, so any change of it is the user's. Once added, the form is empty.
  const begun = added > 0 ? empty : anew;
  const worth = again && added === 0 ? changedFields(draft, begun).length > 0 : typedText(draft) !== typedText(begun);
  useKeepDraft(kept, { values: draft, worth });

  const submitAs = (addAnother: boolean) => {
    another.current = addAnother;
    void submit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submitAs(true);
  };

  return (
    <Dialog
      open
      title={TITLES[draft.type]}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={() => submitAs(true)} aria-keyshortcuts="Control+Enter Meta+Enter">
            {texts.ADD_AND_ANOTHER}
          </Button>
          <Button type="submit" form={formId}>
            {actions.ADD}
          </Button>
        </>
      }
    >
      <FormStack
        id={formId}
        ref={formRef}
        noValidate
        data-draft
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          submitAs(false);
        }}
      >
        <DraftLine draft={kept} worth={worth} />
        <NewEntryInputs form={form} accounts={accounts} preselected={{ shown: preselected, always: UNCATEGORIZED }} />
        <chakra.p role="status" color="fg.muted" fontSize="xs" _empty={{ mt: '-4' }}>
          {added > 0 && texts.addedSoFar(added)}
        </chakra.p>
      </FormStack>
    </Dialog>
  );
}
