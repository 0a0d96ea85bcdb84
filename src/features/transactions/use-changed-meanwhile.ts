/** A row may change under the form that edits it: by somebody else, or by the user on another device or in another tab. */
import { useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { findTransaction } from '#store/queries/transactions';
import * as failures from '#texts/failures';
import { useDatabase } from '../session/session.tsx';
import { useLoaded } from '../session/use-loaded.ts';
import { checkDraft, draftOf, type TransactionDraft } from './transaction-draft.ts';
import type { TransactionForm } from './use-transaction-form.ts';

const FAILURE = { title: failures.TRANSACTIONS_LOAD };

const FIELDS = ['accountId', 'type', 'date', 'amount', 'category', 'description'] as const;

export interface StandingRow {
  /** The row as the form shows it, to be saved over: as it last stood. Null while one is added. */
  row: TransactionRow | null;
  /** What others changed since the form was opened, but for what the user entered just so. */
  changed: readonly (keyof TransactionDraft)[];
  isGone: boolean;
}

/**
 * Follows the row that a form was opened with; null when it adds one. Fields that the user has not touched take the new value,
 * the others keep what was typed.
 */
export function useChangedMeanwhile(
  opened: TransactionRow | null,
  { draft, change }: Pick<TransactionForm, 'draft' | 'change'>,
): StandingRow {
  const db = useDatabase();
  const read = async () => (opened ? findTransaction(db, opened.id, opened) : undefined);
  const live = useLoaded(read, [db, opened], FAILURE);
  const [shown, setShown] = useState<Omit<StandingRow, 'isGone'>>({ row: opened, changed: [] });

  if (opened && live && shown.row && live !== shown.row) {
    const [atFirst, before, now] = [draftOf(opened), draftOf(shown.row), draftOf(live)];
    const entered = checkDraft(draft);
    const changed = FIELDS.filter((field) => {
      if (now[field] === atFirst[field]) return false;
      if (now[field] === before[field]) return shown.changed.includes(field);
      return !entered.ok || entered.fields[field] !== live[field];
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
  for (const field of FIELDS) if (draft[field] !== before[field]) delete fields[field];
  return fields;
}
