/** That somebody's later deed stands instead of the user's, which the server had applied. */
import { deed } from './entries.ts';

const SOMEBODY = 'Somebody';

export const NOT_POSSIBLE = 'That is not possible any more';
export const NOT_POSSIBLE_WHY = 'It is gone, or your role does not allow it. You can dismiss this.';
export const NOT_SAVED = 'Not saved';
export const NOT_SAVED_WHY = 'It could not be saved on this device. Nothing was lost: try again.';

const TITLES = {
  edited: 'Your change was replaced',
  deleted: 'What you changed was deleted',
  revived: 'What you deleted is back',
};

/** `subject` says which row: "Dinner, -$30.00". It is empty where nothing is known of the row. */
export function title(kind: keyof typeof TITLES, subject: string): string {
  return subject ? deed(TITLES[kind], subject) : TITLES[kind];
}

/** What happened, in a sentence. `by` is the e-mail of the person whose deed stands, where it is known. */
export function explanation(kind: keyof typeof TITLES, by: string | null): string {
  const who = by ?? SOMEBODY;
  if (kind === 'deleted') return `${who} deleted it later, without having seen your change.`;
  if (kind === 'revived') return `${who} changed it later, without having seen your deletion.`;
  return `${who} changed it later, without having seen yours.`;
}

/** More of them than notices would fit on the page. */
export function many(count: number): string {
  return `${count} of your changes were overtaken`;
}
