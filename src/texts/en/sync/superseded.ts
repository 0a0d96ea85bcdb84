/**
 * That somebody's action stands instead of the user's. One event has one wording: whether the server says it in its
 * verdict on the user's entry, or in a toast about what it had applied before.
 */
import { formatCount } from '#domain/money/numbers';
import type { Notice } from '#domain/mutations/notices';
import { action } from './entries.ts';

export const NOT_POSSIBLE = 'That is not possible any more';
export const NOT_POSSIBLE_WHY = 'It is gone, or your role does not allow it. You can dismiss this.';
export const NOT_SAVED = 'Not saved';
export const NOT_SAVED_WHY = 'It could not be saved on this device. Nothing was lost: try again.';

export const DISMISS_ALL = 'Dismiss all';
export const TOO_LATE = 'Too late to undo';
export const TOO_LATE_WHY = 'They were dismissed on all your devices.';

export type Superseding = 'edited' | 'deleted' | 'revived';

const TITLES: Record<Superseding, string> = {
  edited: 'Your change was replaced',
  deleted: 'What you changed was deleted',
  revived: 'What you deleted is back',
};

/** `subject` says which row: "Dinner, -$30.00". It is empty where nothing is known of the row. */
export function title(kind: Superseding, subject: string): string {
  return subject ? action(TITLES[kind], subject) : TITLES[kind];
}

const KINDS: Record<Notice['table'], string> = {
  accounts: 'account',
  budgets: 'budget',
  categories: 'category',
  imports: 'import',
  reconciliations: 'reconciliation',
  schedules: 'schedule',
  transactions: 'transaction',
};

/** A row that has a name of its own. */
export function named(table: Notice['table'], name: string): string {
  return `${KINDS[table]} “${name}”`;
}

/**
 * What happened, in a sentence. `by` is the e-mail of the person whose action stands, where it is known. `values` are
 * those that stand instead, empty where they are shown elsewhere.
 */
export function explanation(kind: Superseding, by: string | null, values = ''): string {
  if (kind === 'deleted') return by ? `It was deleted by ${by} meanwhile.` : 'It was deleted meanwhile.';
  if (kind === 'revived')
    return by ? `It was changed by ${by} after you deleted it.` : 'It was changed after you deleted it.';
  const change = by ? `A newer change by ${by} stands` : 'A newer change stands';
  return values ? `${change}: ${values}.` : `${change}.`;
}

/** Of a row that is back, where nobody says what was changed in it. */
export function broughtBack(by: string | null): string {
  return `It was changed or brought back${by ? ` by ${by}` : ''} after you deleted it.`;
}

export function dismissed(count: number): string {
  return `${formatCount(count)} dismissed`;
}

/** More of them than toasts would fit on the page. */
export function many(count: number): string {
  return `${formatCount(count)} of your changes were overtaken`;
}
