/** What can be done about entries that the server did not take. */
import { formatCount } from '#domain/money/numbers';

export const MOVE = 'Move to another account';
/** Into a new account, because the user may add to none that there is. */
export const KEEP = 'Keep in an account of your own';
export const COPY = 'Copy';
export const DISCARD = 'Discard';
export const RESTORE = 'Restore';
/** The user's word shall stand over the newer one. */
export const USE_MINE = 'Use mine';
export const DELETE_AGAIN = 'Delete again';
export const YOURS = 'Yours';
export const STANDS = 'Stands';
/** The values of a row that is back, before its deletion and since. */
export const WHEN_DELETED = 'When deleted';
export const NOW = 'Now';

export const DISCARD_QUESTION = 'Discard this entry?';
export const DISCARD_EXPLANATION = 'It is on this device only. Nobody can bring it back afterwards.';
export const DISCARD_MAIL_EXPLANATION =
  'It is not tried again. The server may have the invitation without its mail: revoke it among the pending ones.';
export const RETRY_FAILED = 'Cannot be tried again';
export const RETRY_GONE = 'What it changes is no longer on this device. You can copy or discard it.';
export const RETRY_NOT_SAVED = 'It could not be saved on this device. Nothing was lost: try again.';
export const RETRY_ALL = 'Retry all';
export const DISCARD_ALL = 'Discard all';
export const EXPORT_ALL = 'Export all';
export const RETRY_LEFT_ADVICE = 'What they need is not there. Edit, move or discard them one by one.';
export const RETRY_ALL_NOT_SAVED = 'Not all could be saved on this device. Nothing was lost: try again.';
export const DISCARD_ALL_EXPLANATION =
  'What the server did not take is on this device only. Nobody can bring it back afterwards. You can export it first.';
export const DISCARD_FAILED = 'Cannot be discarded';
export const DISCARD_ALL_NOT_SAVED = 'Not all could be discarded: try again.';
export const COPIED = 'Copied';
export const COPY_FAILED = 'This browser does not let Carryover copy';
export const COPY_ADVICE = 'Export has it too.';

export function retryLeft(entries: number): string {
  return entries === 1 ? '1 entry cannot be tried again' : `${formatCount(entries)} entries cannot be tried again`;
}

export function discardAllQuestion(entries: number): string {
  return `Discard ${formatCount(entries)} entries?`;
}

export function fact(label: string, value: string): string {
  return `${label}: ${value}`;
}
