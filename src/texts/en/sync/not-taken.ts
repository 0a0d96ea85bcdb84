/** What the server did not take of something that was done with many transactions. */
import { counted, formatCount } from '#domain/money/numbers';

/** What was to be done with them. */
const DONE = { insert: 'added', patch: 'changed', delete: 'deleted', restore: 'restored' };

/** `all`: of how many; the same number when none was taken. */
export function title(kind: keyof typeof DONE, count: number, all: number): string {
  const were = count === 1 ? 'was' : 'were';
  if (all <= count) return `${counted(count, 'transaction', 'transactions')} ${were} not ${DONE[kind]}`;
  return `${ofAll(count, all)} ${were} not ${DONE[kind]}`;
}

/** Rows of a file that were there already, with other values than these. `all` as above. */
export function standOtherwise(count: number, all: number): string {
  const stand = count === 1 ? 'stands' : 'stand';
  const which = all <= count ? counted(count, 'transaction', 'transactions') : ofAll(count, all);
  return `${which} of the file ${stand} otherwise`;
}

function ofAll(count: number, all: number): string {
  return `${formatCount(count)} of ${formatCount(all)} transactions`;
}

export const SEE_EACH = 'The list says why.';
export const CHANGE_ANYWAY = 'Change them anyway';
export const DELETE_ANYWAY = 'Delete them anyway';

/** A row of a file. `by`: the e-mail of the person whose values stand, where it is known. `wanted`: the user's own. */
export function wasThere(by: string | null, current: string, wanted: string): string {
  return `It was there already: ${current}${by ? `, by ${by}` : ''}. Yours was ${wanted}.`;
}

/** `by`: the e-mail of the person; null where it is not known. `date`: of the statement. */
export function reconciled(by: string | null, date: string): string {
  return by ? `Reconciled by ${by} with the statement of ${date}.` : `Reconciled with the statement of ${date}.`;
}

export const RECONCILED = 'It is reconciled by now.';
export const OF_A_TRANSFER = 'It is a side of a transfer by now.';
export const SPLIT = 'Its amount is divided over several categories by now.';
export const ANOTHER_LINE = 'Another transaction stands for this line of the file.';
export const GONE = 'It is not on this device any more.';

/** The two transactions of which one is to stay. */
export const KEEP_OWN = 'Keep yours';
export const KEEP_OTHER = 'Keep the other one';
export const KEPT = 'One of the two is deleted';
export const NOT_KEPT = 'Nothing was deleted';
export const NOT_KEPT_WHY = 'One of the two has changed, or your role does not allow it. Look at both of them.';

export function showMore(count: number): string {
  return `Show ${formatCount(count)} more`;
}
