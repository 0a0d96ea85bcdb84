/** What comes: entries that repeat, and what is due of them. Amounts and dates come formatted. */
import { counted, formatCount } from '#domain/money/numbers';

export const NEW = 'New schedule';
export const MAKE_IT_REPEAT = 'Make it repeat';

export const EMPTY_TITLE = 'Nothing repeats yet.';
export const EMPTY =
  'A schedule adds what comes again and again, such as rent, or reminds you of it. Here you see what comes next.';
export const EMPTY_VIEWER = 'Here you see what is due, and what comes next in the accounts that you see.';
/** Of people with schedules that have nothing in the next 60 days. */
export const NOTHING_AHEAD = 'Nothing comes in the next 60 days.';
export const LOAD_FAILURE = 'Failed to load schedules';

export const OVERDUE = 'Due';
export const AHEAD = 'Next 60 days';
export const SCHEDULES = 'Schedules';
export const FOUND = 'These seem to repeat';

/** Where the money of a transfer goes. */
export function between(from: string, to: string): string {
  return `${from} to ${to}`;
}

/** Of one occurrence: adds it otherwise, or leaves it out. */
export const SKIP_THIS = 'Skip this one';

export function changeOne(what: string, date: string): string {
  return `Another date or amount, or skip: ${what}, ${date}`;
}

export const ADD_NOW = 'Add now';
export const SKIP = 'Skip';

export function addNowOf(what: string): string {
  return `Add now: ${what}`;
}

export function skipOf(what: string): string {
  return `Skip: ${what}`;
}

export function otherValuesOf(what: string): string {
  return `With another date or amount: ${what}`;
}

export function repeatOf(what: string): string {
  return `Make it repeat: ${what}`;
}

export function notThese(what: string): string {
  return `Do not offer ${what}`;
}

/** The balance of an account after something that comes. */
export function balanceAfter(balance: string): string {
  return `${balance} after`;
}

/** One of these dates on which a schedule comes next. */
export function nextOn(date: string): string {
  return `Next: ${date}`;
}

export const OVER = 'No more dates';

export function more(count: number): string {
  return `Show ${formatCount(count)} more`;
}

/** The device adds no more than 500 without a question. */
export function manyDue(due: number): string {
  return `${formatCount(due)} entries are due`;
}

export const MANY_DUE = 'That is more than usual. Look at the start dates below, or add them, the oldest first.';

export function addFirst(count: number): string {
  return count === 1 ? 'Add 1' : `Add the first ${count}`;
}

export const WAITS_FOR_LOST_TITLE = 'Nothing is added by itself for now';
export const WAITS_FOR_LOST =
  'The server lost some of your entries. First say in the sync panel what becomes of them: some may be among these.';

/** The reader keeps it going. */
export const BY_YOU = 'by you';

export function keptGoingBy(who: string): string {
  return `by ${who}`;
}

/** The title over what seems to stand twice. */
export const TWICE = 'Twice?';
export const KEEP_ENTRY = 'Keep the entered one';
export const KEEP_ADDED = 'Keep the schedule’s';

export function addedBySchedule(date: string, amount: string): string {
  return `Added by the schedule: ${date}, ${amount}`;
}

export function besideIt(description: string, date: string, amount: string): string {
  return `Entered: ${[description, date, amount].filter((part) => part !== '').join(', ')}`;
}

export function keepEntryOf(what: string): string {
  return `Keep the entered one: ${what}`;
}

export function keepAddedOf(what: string): string {
  return `Keep the schedule’s: ${what}`;
}

export function bothAreRight(what: string): string {
  return `Both are right: ${what}`;
}

export function foundTimes(times: number, rhythm: string): string {
  return `${rhythm}, ${times} times so far`;
}

/** Why nothing is added by itself, or null where that needs no words. */
export const STATES = {
  adds: 'Is added by itself',
  remind: 'Reminds you',
  nobody: 'Nobody keeps it going',
  archived: 'Its account is archived. Take it out of the archive, or delete the schedule',
  other_side: 'Its other account is not yours to add to, so nothing is added',
  sides_differ: 'Its two sides differ. Edit it to make them alike',
  viewer: 'You can only look',
  incomplete: 'Older entries are still to come, so it waits',
} as const;

export const KEEP = 'Keep adding it';

export function keepOf(what: string): string {
  return `Keep adding it: ${what}`;
}

export function goOnAs(type: 'income' | 'expense'): string {
  return type === 'income' ? 'Go on as a plain income' : 'Go on as a plain expense';
}

export const SAVED_TITLE = 'Schedule added';
export const UPDATED_TITLE = 'Schedule updated';
export const DELETED_TITLE = 'Schedule deleted';
export const DELETED = 'What it added stays.';
export const KEPT_TITLE = 'You keep it going';
export const UNPAIRED_TITLE = 'No longer a transfer';
export const ADDED_TITLE = 'Added';
export const SKIPPED_TITLE = 'Skipped';
export const ADD_FAILURE = 'Failed to add';
export const SKIP_FAILURE = 'Failed to skip';
export const TRY_AGAIN = 'Please try again.';

export function addedOn(what: string, date: string): string {
  return `${what}, ${date}`;
}

export function addedMany(count: number): string {
  return `${counted(count, 'entry', 'entries')} added`;
}

export function leftMany(count: number): string {
  return `${formatCount(count)} are still due.`;
}

/** Beside the title of the dashboard. */
export const COMING = 'Coming up';

export function comingOn(date: string, what: string, amount: string): string {
  return `${date}: ${what}, ${amount}`;
}

export function overdue(count: number): string {
  return count === 1 ? '1 is due' : `${formatCount(count)} are due`;
}

/** In the form of an entry that a schedule added. `who` made the schedule; empty for nobody. */
export function bySchedule(what: string, who: string): string {
  return who === '' ? `By the schedule ${what}` : `By the schedule ${what} (${who})`;
}

/** The row is from before the schedule was changed. */
export function scheduleSays(what: string): string {
  return `The schedule says ${what}`;
}

export const TAKE_IT = 'Take it';
