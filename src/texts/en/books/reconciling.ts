/** Comparing an account with the bank's statements. Amounts and dates come formatted. */
import { counted, formatCount } from '#domain/money/numbers';

export const RECONCILE = 'Reconcile';
export const STATEMENT_DATE = 'Statement date';
export const STATEMENT_BALANCE = 'Statement balance';
export const BALANCE_HINT = 'With a minus before it where you owe money.';
export const FINISH = 'Finish';
export const ADD_DIFFERENCE = 'Add the difference';
export const DIFFERENCE = 'Difference';
export const TICKED = 'Ticked';
export const ROWS = 'Transactions to compare';
export const TICK = 'Tick what the statement shows. Your ticks are kept.';
export const KEYS = 'Space ticks, the arrow keys move.';
export const NOTHING_TO_TICK = 'Every transaction up to this date is reconciled.';
export const NOT_COMPLETE = 'Older transactions are still loading. Reconcile when all of them are here.';
export const FINISHED_TITLE = 'Reconciled';
export const NOT_FINISHED = 'The account could not be reconciled.';
export const NOT_ADDED = 'The difference could not be added.';
export const ADJUSTMENT = 'Adjustment';
export const ADJUSTMENT_DESCRIPTION = 'Difference to the statement';

export const IN_FUTURE = 'A statement cannot be of a future date.';
export const NOT_A_BALANCE = 'Enter an amount, such as 1,250.00 or -80.00.';

export const RECONCILIATIONS = 'Reconciliations';
export const NEVER = 'This account has never been compared with a statement.';
export const LOADING = 'Older transactions are still loading, so it is not known yet whether the account agrees.';
export const UNDO_RECONCILIATION = 'Undo reconciliation';
export const NOT_UNDONE = 'The reconciliation could not be undone.';
export const AGREES = 'Agrees';
export const CHANGED_HERE = 'You changed, moved or deleted a transaction of it on this device.';
export const NOT_KNOWN_YET = 'Who changed what comes with the next sync.';
export const RECONCILED_QUESTION = 'Change a reconciled transaction?';
export const RECONCILED_DELETE_QUESTION = 'Delete a reconciled transaction?';
export const RECONCILED_EXPLANATION =
  'It was agreed with a statement of the bank. After this, the account may no longer agree with it.';
/** Of the other side of a transfer, in that account. */
export function otherSideReconciled(account: string): string {
  const agreed = `Its other side in ${account} was agreed with a statement of the bank.`;
  return `${agreed} After this, ${account} may no longer agree with it.`;
}

export const CHANGE_ANYWAY = 'Change it';
export const DELETE_ANYWAY = 'Delete it';

export function tooEarly(last: string): string {
  return `The account was reconciled up to ${last}. Enter that date or a later one.`;
}

export function tickedOf(ticked: number, all: number): string {
  return `${ticked} of ${counted(all, 'transaction', 'transactions')}`;
}

/** A transaction in a sentence. */
export function rowNamed(name: string, date: string, amount: string): string {
  return `“${name}” of ${date} (${amount})`;
}

/** Each of so many transactions alone explains the difference; some of them are named. */
export function oneExplains(names: readonly string[], count: number): string {
  const [only] = names;
  const said = count === 1 ? `${only} is exactly the difference.` : `${EACH}: ${listed(names, count)}.`;
  return `${said} Tick it if the statement shows it.`;
}

/** Each of so many ticked transactions alone explains the difference. */
export function tickedExplains(names: readonly string[], count: number): string {
  const [only] = names;
  const said =
    count === 1 ? `${only} is ticked and exactly the difference.` : `${TICKED_EACH}: ${listed(names, count)}.`;
  return `${said} Take the tick off if the statement does not show it.`;
}

function listed(names: readonly string[], count: number): string {
  return `${names.join(', ')}${count > names.length ? ` and ${formatCount(count - names.length)} more` : ''}`;
}

const TICKED_EACH = 'Each of these is ticked, and one of them is exactly the difference';
const EACH = 'One of these is exactly the difference';

export function twoExplain(names: readonly string[]): string {
  return `${names.join(' and ')} are together exactly the difference. Tick them if the statement shows them.`;
}

export function allExplain(count: number): string {
  return `All ${formatCount(count)} transactions without a tick are together exactly the difference.`;
}

export const UNTICK_ALL = 'Take all ticks off';

export function tickAll(count: number): string {
  return `Tick all ${count}`;
}

export function more(count: number): string {
  return `Show ${counted(count, 'more', 'more')}`;
}

export function agreesSince(date: string): string {
  return `Agrees with the bank since the statement of ${date}.`;
}

export const DISAGREES = 'This account does not agree with the bank';

export function disagreesSince(date: string, difference: string): string {
  return `Does not agree with the bank since the statement of ${date}: the difference is ${difference}.`;
}

export function statementOf(date: string): string {
  return `Statement of ${date}`;
}

export function offBy(difference: string): string {
  return `Differs by ${difference}`;
}

/** By whom and when a reconciliation was made. */
export function madeBy(who: string, when: string): string {
  return `${who}, ${when}`;
}

const ACTIONS = { changed: 'changed', deleted: 'deleted', moved: 'moved', opened: 'took the tick off' };

/** Who did what to a transaction. `was`: what it was before; empty where that is not known. */
export function action(who: string, kind: keyof typeof ACTIONS, which: string, was: string): string {
  return `${who} ${ACTIONS[kind]} ${which}${was && ` (was ${was})`}`;
}

export function undoQuestion(date: string): string {
  return `Undo the reconciliation of ${date}?`;
}

export const UNDO_EXPLANATION = 'Its transactions stay, and are ticked again for the next statement.';
export const A_TRANSACTION = 'a transaction';
