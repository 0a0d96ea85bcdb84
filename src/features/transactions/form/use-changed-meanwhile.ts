/** A row may change while a form edits it: by another person, or by the user on another device or in another tab. */
import { useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { findTransaction } from '#store/queries/rows/transactions';
import * as failures from '#texts/failures';
import { useDatabase } from '../../../session/session.ts';
import { useLoaded } from '../../../session/use-loaded.ts';
import { draftOf } from './row-draft.ts';
import { checkDraft, DRAFT_FIELDS, type DraftField, sameInDraft, type TransactionDraft } from './transaction-draft.ts';
import type { TransactionForm } from './use-transaction-form.ts';

const FAILURE = { title: failures.TRANSACTIONS_LOAD };

export interface CurrentRow {
  /** The latest state of the row, which the form's values are saved over. Null while the form adds a row. */
  row: TransactionRow | null;
  /** The fields that others changed since the form was opened, except where the user typed the same value. */
  changed: readonly DraftField[];
  isGone: boolean;
}

/**
 * Follows the row that a form was opened with; null when the form adds one. Fields that the user has not touched take
 * the new value; the others keep the typed one.
 */
export function useChangedMeanwhile(
  opened: TransactionRow | null,
  { draft, change }: Pick<TransactionForm, 'draft' | 'change'>,
): CurrentRow {
  const db = useDatabase();
  const read = async () => (opened ? findTransaction(db, opened.id, opened) : undefined);
  const live = useLoaded(read, [db, opened], FAILURE);
  const [shown, setShown] = useState<Omit<CurrentRow, 'isGone'>>({ row: opened, changed: [] });

  if (opened && live && shown.row && live !== shown.row) {
    const [atFirst, before, now] = [draftOf(opened), draftOf(shown.row), draftOf(live)];
    const entered = checkDraft(draft);
    const changed = DRAFT_FIELDS.filter((field) => {
      if (sameInDraft(field, now, atFirst)) return false;
      if (sameInDraft(field, now, before)) return shown.changed.includes(field);
      return !entered.ok || !sameInDraft(field, draftOf({ ...live, ...entered.fields }), now);
    });
    setShown({ row: live, changed });
    change(untouched(draft, before, now));
  }
  return { ...shown, isGone: live === null };
}

function untouched(
  draft: TransactionDraft,
  before: TransactionDraft,
  now: TransactionDraft,
): Partial<TransactionDraft> {
  const fields: Partial<TransactionDraft> = { ...now };
  for (const field of DRAFT_FIELDS) if (!sameInDraft(field, draft, before)) delete fields[field];
  return fields;
}
