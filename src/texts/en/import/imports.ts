/** The list of imports, and taking one back. */
import { counted, formatCount } from '#domain/money/numbers';

export const IMPORTS = 'Imports';
export const REVERT = 'Revert';
export const NOT_REVERTED = 'The import could not be reverted.';
export const INCOMPLETE = 'Transactions are still loading. Revert when all of them are here.';
export const REVERTED = 'Import reverted';
export const PARTLY_REVERTED = 'Import reverted in part';
/** Said on the dashboard. */
export const UNFINISHED = 'An import is not finished. Choose its file again, and what you changed is back.';

export function revertOf(fileName: string): string {
  return `Revert ${fileName}`;
}

/** Asked when the dialog is closed meanwhile. */
export const STOP_REVERT_QUESTION = 'Stop? What was taken away stays away. Revert again to go on.';

export function revertProgress(done: number, all: number): string {
  return `${formatCount(done)} of ${formatCount(all)} are reverted`;
}

/** `left`: how many rows of the import are still here. */
export function leftOfRevert(fileName: string, left: number): string {
  return `${fileName}: ${counted(left, 'transaction is', 'transactions are')} still here.`;
}

export function revertQuestion(fileName: string): string {
  return `Revert the import of ${fileName}?`;
}

export function revertExplanation(count: number): string {
  const here = `${counted(count, 'transaction of it is', 'transactions of it are')} here.`;
  return `${here} What the import brought is deleted. What was here before stays. You can import the file again.`;
}

/** `count`: how many transactions that schedules had added say what the bank says. */
export function keptByRevert(count: number): string {
  const rows = counted(
    count,
    'transaction that a schedule had added keeps',
    'transactions that schedules had added keep',
  );
  return `${rows} the amount and date of the bank.`;
}

/** By whom and when, and how many rows are left of it. */
export function importedBy(who: string, when: string): string {
  return `${who}, ${when}`;
}

export function brought(here: number, all: number): string {
  if (all === 0) return 'everything was here already';
  const rows = counted(all, 'row', 'rows');
  return here === all ? rows : `${rows}, ${formatCount(here)} still here`;
}

export function editedQuestion(count: number): string {
  return `${counted(count, 'transaction was', 'transactions were')} changed since`;
}

export const EDITED_EXPLANATION = 'Somebody has changed these after the import. Delete them, too, or keep them?';
export const KEEP_EDITED = 'Keep them';
export const DELETE_EDITED = 'Delete them, too';

export function andMore(count: number): string {
  return `and ${counted(count, 'more', 'more')}`;
}
