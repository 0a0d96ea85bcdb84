/** What can be done about an entry that the server did not take. */
export const MOVE = 'Move to another account';
export const COPY = 'Copy';
export const DISCARD = 'Discard';
export const RESTORE = 'Restore';
/** The user's word shall stand over the newer one. */
export const USE_MINE = 'Use mine';
export const DELETE_AGAIN = 'Delete again';
export const YOURS = 'Yours';
export const STANDS = 'Stands';

export const DISCARD_QUESTION = 'Discard this entry?';
export const DISCARD_EXPLANATION = 'It is on this device only. Nobody can bring it back afterwards.';
export const DISCARD_MAIL_EXPLANATION =
  'It is not tried again. The server may have the invitation without its mail: revoke it among the pending ones.';
export const RETRY_FAILED = 'Cannot be tried again';
export const RETRY_GONE = 'What it changes is no longer on this device. You can copy or discard it.';
export const RETRY_NOT_SAVED = 'It could not be saved on this device. Nothing was lost: try again.';
export const COPIED = 'Copied';
export const COPY_FAILED = 'This browser does not let Carryover copy';
export const COPY_ADVICE = 'Export has it too.';

export function fact(label: string, value: string): string {
  return `${label}: ${value}`;
}
