import { type RefObject, useEffect, useState } from 'react';
import { readNewEntryDraft } from '#domain/drafts';
import type { AccountRow } from '#domain/rows';
import type { DraftKeeper } from '../../../session/drafts/draft-keeper.ts';
import { DraftLine } from '../../../session/drafts/draft-line.tsx';
import { type FormDraft, useKeepDraft, WithDraft } from '../../../session/drafts/with-draft.tsx';
import { changedFields, type NewEntryDraft, withKnownAccounts } from './new-entry-draft.ts';
import { typedText } from './transaction-draft.ts';
import type { TransactionForm } from './use-transaction-form.ts';

interface EntryDraftProps {
  form: TransactionForm<NewEntryDraft>;
  /** What the form began with. */
  begun: NewEntryDraft;
  accounts: readonly AccountRow[];
  /** Is given what a save needs to take the draft away. */
  keeper: RefObject<DraftKeeper | null>;
  /** Called when the form is filled with what was typed earlier. */
  onRestored: () => void;
}

/**
 * Keeps the draft of the dashboard's form, and brings it back. The form itself is on the page before this is loaded.
 */
export default function EntryDraft(props: EntryDraftProps) {
  return (
    <WithDraft form="dashboard" read={readNewEntryDraft} wait>
      {(draft) => <Kept {...props} draft={draft} />}
    </WithDraft>
  );
}

const EMPTY = { amount: '', description: '', typedCategory: undefined, lines: null, notes: '' };

function Kept(props: EntryDraftProps & { draft: FormDraft<NewEntryDraft> }) {
  const { form, begun, accounts, keeper, onRestored, draft } = props;
  const isEmpty = typedText(form.draft) === '';
  // What the user has typed since the page opened is newer than any draft.
  const [start] = useState(() => startOf(draft, isEmpty, accounts));
  const [ready, setReady] = useState(start === null);
  useEffect(() => {
    if (ready || !start) return;
    form.change(besidesChosen(start, form.draft, begun));
    setReady(true);
    if (draft.kept) onRestored();
  }, [ready, start, begun, form.draft, form.change, draft.kept, onRestored]);
  useEffect(() => {
    keeper.current = draft.keeper;
  }, [keeper, draft.keeper]);
  useKeepDraft(ready ? draft : undefined, { values: form.draft, worth: !isEmpty });
  return ready && <DraftLine className="full" draft={draft} worth={!isEmpty} formRef={form.formRef} />;
}

/**
 * The kept fields without those that the user has chosen since the page opened. A category belongs to its type and
 * account.
 */
function besidesChosen(
  start: Partial<NewEntryDraft>,
  now: NewEntryDraft,
  begun: NewEntryDraft,
): Partial<NewEntryDraft> {
  const chosen = changedFields(now, begun);
  const rest = Object.fromEntries(Object.entries(start).filter(([field]) => !chosen.some((one) => one === field)));
  return chosen.includes('type') || chosen.includes('accountId')
    ? { ...rest, category: now.category, lines: now.lines }
    : rest;
}

/** What the form takes over: the kept text, or nothing after it was discarded or saved in another tab. */
function startOf(
  { kept, number }: FormDraft<NewEntryDraft>,
  isEmpty: boolean,
  accounts: readonly AccountRow[],
): Partial<NewEntryDraft> | null {
  if (number > 0) return kept ? withKnownAccounts(kept.values, accounts) : EMPTY;
  return kept && isEmpty ? withKnownAccounts(kept.values, accounts) : null;
}
