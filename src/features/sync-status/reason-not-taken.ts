/** Why the server did not take one transaction of many, in a sentence. */
import { plainFields } from '#domain/changed-fields';
import { formatDate } from '#domain/dates';
import { formatSignedAmount } from '#domain/money';
import type { RowNotTaken } from '#store/queries/rows-not-taken';
import * as entries from '#texts/entries';
import * as texts from '#texts/not-taken';
import * as overtaken from '#texts/overtaken';
import { fieldsOf } from './entry-description.ts';

/** Which transaction: "Dinner, -$30.00, Mar 5, 2026". */
export function nameOfRow({ known }: RowNotTaken): string {
  if (!known) return texts.GONE;
  const what = entries.transaction(known.description || known.category, formatSignedAmount(known));
  return entries.transaction(what, formatDate(known.date));
}

/** `userEmail`: the user's own. */
export function reasonNotTaken(row: RowNotTaken, userEmail: string): string {
  const { told, operation } = row;
  if (told.status === 'rejected') {
    const isOfRow = told.reason === 'forbidden' || told.reason === 'invalid';
    return (isOfRow && reasonInRow(row)) || entries.REFUSALS[told.reason];
  }
  if (told.other) return texts.ANOTHER_LINE;
  const by = told.by !== null && told.by === userEmail ? entries.BY_ONESELF : told.by;
  if (told.reason === 'deleted') return overtaken.explanation('deleted', by);
  if (operation.kind === 'delete') return overtaken.explanation('revived', by);
  return overtaken.explanation('edited', by, standingValues(row, told.kept));
}

/** What the row has become, where that forbids the change. */
function reasonInRow({ standing, reconciliation }: RowNotTaken): string | null {
  if (standing?.status === 'reconciled') {
    if (!reconciliation) return texts.RECONCILED;
    return texts.reconciled(reconciliation.userEmail, formatDate(reconciliation.date));
  }
  if (standing?.nature === 'transfer') return texts.OF_A_TRANSFER;
  return standing?.lines ? texts.SPLIT : null;
}

function standingValues({ standing, known }: RowNotTaken, kept: Parameters<typeof fieldsOf>[0]): string {
  if (!('amount' in kept)) return fieldsOf(kept);
  const { type = null } = plainFields(standing ?? known ?? {});
  return fieldsOf({ type, ...kept });
}
