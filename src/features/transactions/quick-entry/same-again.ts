import type { TransactionRow } from '#domain/rows';
import { draftOf } from '../form/row-draft.ts';
import type { TransactionDraft } from '../form/transaction-draft.ts';
import { withNewIds } from '../form/with-new-ids.ts';

/**
 * What an entry has in common with its repetition: all that somebody typed and chose, without its date. Status,
 * contribution and origin are the entry's own. The lines of a split are new ones.
 */
export function sameAgain(row: TransactionRow): Omit<TransactionDraft, 'date'> {
  const { date: _, lines, ...same } = draftOf(row);
  return { ...same, lines: withNewIds(lines) };
}
