/** Another person, or the user in another tab, may change a side while a form edits both. */
import { useState } from 'react';
import type { TransactionRow } from '#domain/rows';
import { draftOfTransfer, TRANSFER_FIELDS, type TransferDraft } from '../form/transfer-draft.ts';
import type { TransactionForm } from '../form/use-transaction-form.ts';

export interface BegunSides {
  from: TransactionRow;
  to: TransactionRow;
}

type Field = (typeof TRANSFER_FIELDS)[number];

/**
 * Follows both sides. Fields that the user has not touched take the new value; the others keep the typed one, and are
 * returned as `changed`. `sides` are those that the form's values are saved over.
 */
export function useTransferMeanwhile(
  begun: BegunSides,
  live: BegunSides,
  opened: TransactionRow,
  { draft, change }: Pick<TransactionForm<TransferDraft>, 'draft' | 'change'>,
): { sides: BegunSides; changed: readonly Field[] } {
  const [shown, setShown] = useState<{ sides: BegunSides; changed: readonly Field[] }>({ sides: begun, changed: [] });
  const { sides } = shown;
  if (sides.from !== live.from || sides.to !== live.to) {
    const side = opened.id === live.from.id ? 'from' : 'to';
    const [before, now] = [sides, live].map((both) => draftOfTransfer(both, both[side]));
    if (!before || !now) return shown;
    const news = TRANSFER_FIELDS.filter((field) => now[field] !== before[field]);
    const touched = news.filter((field) => draft[field] !== before[field] && draft[field] !== now[field]);
    setShown({ sides: live, changed: [...new Set([...shown.changed, ...touched])] });
    const taken = news.filter((field) => !touched.includes(field));
    if (taken.length > 0) change(Object.fromEntries(taken.map((field) => [field, now[field]])));
  }
  return shown;
}
