/** That the server did not take something as it was. */
import { counted } from '#domain/money/numbers';

export const SEE_PANEL = 'The sync state in the header says what happened to each.';
export const RESTORED_SEE_PANEL =
  'The server was restored from a backup. The sync state in the header says what happened to each.';
export const SHOW = 'Show';

export function needAttention(entries: number): string {
  return `${counted(entries, 'entry needs', 'entries need')} your attention`;
}

/** What the user did, and what became of it as a sentence. */
export function toast(what: string, outcome: string): string {
  return `${what}. ${outcome}`;
}
