/** Text that was typed and not saved: what a form says of it, and where it waits. */
export const DISCARD = 'Discard';
export const CONTINUE = 'Continue';
export const GONE = 'It was deleted meanwhile. You can add it as a new entry.';
export const GONE_HERE = 'It was deleted meanwhile, and you can only view this account.';

/** `moment`: a time of today, or a day. */
export function notSaved(moment: string): string {
  return `Not saved yet: from ${moment}`;
}

/** `what` is edited: a description or a name. */
export function editNotSaved(what: string, moment: string): string {
  return `Your edit of “${what}” is not saved yet: from ${moment}.`;
}

export function entryNotSaved(moment: string): string {
  return `Your new entry is not saved yet: from ${moment}.`;
}

/** `what` is added, or empty. */
export function scheduleNotSaved(what: string, moment: string): string {
  return `Your new schedule ${what === '' ? '' : `“${what}” `}is not saved yet: from ${moment}.`;
}

/** `budget` is a name. */
export function contributionNotSaved(budget: string, moment: string): string {
  return `Your contribution to “${budget}” is not saved yet: from ${moment}.`;
}
