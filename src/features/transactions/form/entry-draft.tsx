import { type RefObject, useEffect, useState } from 'react';
import { readTransactionDraft } from '#domain/drafts';
import type { AccountRow } from '#domain/rows';
import type { DraftKeeper } from '../../drafts/draft-keeper.ts';
import { DraftLine } from '../../drafts/draft-line.tsx';
import { type FormDraft, useKeepDraft, WithDraft } from '../../drafts/with-draft.tsx';
import { DRAFT_FIELDS, type TransactionDraft, withKnownAccount } from './transaction-draft.ts';
import type { TransactionForm } from './use-transaction-form.ts';

interface EntryDraftProps {
  form: TransactionForm;
  /** What the form began with. */
  begun: TransactionDraft;
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
    <WithDraft form="dashboard" read={readTransactionDraft} wait>
      {(draft) => <Kept {...props} draft={draft} />}
    </WithDraft>
  );
}

const EMPTY = { amount: '', description: '' };

function Kept(props: EntryDraftProps & { draft: FormDraft<TransactionDraft> }) {
  const { form, begun, accounts, keeper, onRestored, draft } = props;
  const isEmpty = form.draft.amount + form.draft.description === '';
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
  start: Partial<TransactionDraft>,
  now: TransactionDraft,
  begun: TransactionDraft,
): Partial<TransactionDraft> {
  const chosen = DRAFT_FIELDS.filter((field) => now[field] !== begun[field]);
  const rest = Object.fromEntries(Object.entries(start).filter(([field]) => !chosen.some((one) => one === field)));
  return chosen.includes('type') || chosen.includes('accountId') ? { ...rest, category: now.category } : rest;
}

/** What the form takes over: the kept text, or nothing after it was discarded or saved in another tab. */
function startOf(
  { kept, number }: FormDraft<TransactionDraft>,
  isEmpty: boolean,
  accounts: readonly AccountRow[],
): Partial<TransactionDraft> | null {
  if (number > 0) return kept ? withKnownAccount(kept.values, accounts) : EMPTY;
  return kept && isEmpty ? withKnownAccount(kept.values, accounts) : null;
}
