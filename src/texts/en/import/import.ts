/** Importing bank files: choosing them, the plan, and what came of it. Amounts and dates come formatted. */
import { counted, formatCount } from '#domain/money/numbers';

export const TITLE = 'Import';
export const CHOOSE = 'Choose files';
export const DROP = 'Drop files of your bank anywhere in the app, or choose them.';
export const FORMATS = 'CSV, OFX, QFX, QIF, CAMT, MT940, a ZIP of these, and exports of YNAB, Actual and Firefly III.';
export const STAYS_HERE = 'Files are read on this device. Nothing is saved before you have seen what it would be.';
export const PASTE = 'Or paste rows';
export const PASTE_HINT = 'Copied from a table or a statement, with a date and an amount in each row.';
export const READ_PASTED = 'Read the rows';
export const PASTED = 'Pasted rows';
export const READ_FAILED = 'The files could not be read. Please try again.';

export function reading(done: number, all: number): string {
  return all === 1 ? 'Reading the file…' : `Reading the files: ${done} of ${all}`;
}

/** The name of several files that are imported as one. */
export function withOthers(fileName: string, others: number): string {
  return `${fileName} and ${counted(others, 'more', 'more')}`;
}

/** Which of several statements this is. */
export function stepOf(step: number, all: number): string {
  return `Statement ${step} of ${all}`;
}

export const INTO = 'Into account';
export const NEW_ACCOUNT = 'A new account';
export const NEW_NAME = 'Name of the new account';
export const NEW_KIND = 'Kind of the new account';
export const NEEDS_NAME = 'Enter a name.';
export const NAME_TOO_LONG = 'Use at most 200 characters.';
/** Why this account is chosen. */
export const BY_NUMBER = 'The last file of this number went here.';
export const BY_SHAPE = 'The last file of this kind went here.';
export const BY_KIND = 'The file is of an account of this kind.';
export const BY_NAME = 'The file names it.';

export function bankAccount(number: string): string {
  return `Account ${number}`;
}

export const COLUMNS = 'Columns';
export const COLUMNS_HINT = 'What each column is. Correct it, and the rows below follow.';
export const NO_ROLE = 'Not used';
export const ROLES = {
  date: 'Date',
  amount: 'Amount',
  debit: 'Money out',
  credit: 'Money in',
  direction: 'In or out',
  text: 'Text',
  payee: 'Payee',
  category: 'Category',
  bankId: 'Number of the bank',
  currency: 'Currency',
  status: 'Status',
  fee: 'Fee on top',
  balance: 'Balance',
  account: 'Account',
} as const;

export function columnName(at: number, name: string): string {
  return name || `Column ${at + 1}`;
}

export function columnIs(at: number, name: string): string {
  return `What ${columnName(at, name)} is`;
}

export const DATE_ORDER = 'How are dates written?';
export const DATE_ORDERS = {
  'day-first': 'Day first',
  'month-first': 'Month first',
  'year-first': 'Year first',
} as const;
export const DECIMAL_SIGN = 'What is 1.234?';
export const DECIMAL_SIGNS = { ',': 'A thousand and more', '.': 'One and a bit' } as const;
export const SIGN = 'What are amounts without a minus?';
export const LEAVE_OUT = 'Leave these rows out';
export const SIGNS = { in: 'Money in', out: 'Money out' } as const;
export const ANSWER_FIRST = 'The file does not tell. Answer this, and its rows are read.';

/** Above the questions, while any is open. */
export function waitsFor(questions: number): string {
  return questions === 1
    ? 'The file leaves one thing open. Import waits for your answer.'
    : `The file leaves ${formatCount(questions)} things open. Import waits for your answers.`;
}

/** On the button, while nothing can be imported without an answer. */
export function answerFirst(questions: number): string {
  return questions === 1 ? 'Answer the question first' : 'Answer the questions first';
}

/** `currencies`: as the file names them, by code or sign. */
export function inOtherCurrencies(currencies: readonly string[]): string {
  const names = new Intl.ListFormat('en').format(currencies);
  return `The amounts of this file are in ${names}. Carryover counts in dollars, and takes them as they stand.`;
}

export const PLANNING = 'Comparing with the account…';

export function planned(rows: number): string {
  return rows === 0 ? PLANNING : `Comparing with the account: ${counted(rows, 'row', 'rows')}`;
}

export const PLAN_FAILED = 'The rows could not be compared with the account. Please try again.';
export const NOT_COMPLETE =
  'Older transactions of this account are still loading. What is here already is only known when all are.';
export const SHOW = 'Rows to show';
export const GROUPS = {
  all: 'All',
  new: 'New',
  transfer: 'May be a transfer',
  same: 'May be the same',
  differs: 'Here with another amount or sign',
  here: 'Already here',
  deleted: 'Deleted before',
  unreadable: 'Not readable',
} as const;

/** All rows, where lines that are none stand beside them. */
const READABLE = 'Readable';

/** `unreadable`: how many lines of the file are no rows. */
export function groupCount(group: keyof typeof GROUPS, count: number, unreadable: number): string {
  const label = group === 'all' && unreadable > 0 ? READABLE : GROUPS[group];
  return `${label} ${formatCount(count)}`;
}

export const ROWS = 'Rows of the file';
export const KEYS = 'Tick what comes in. The arrow keys move between rows.';
export const NO_ROWS = 'No rows of this kind.';
export const NOTHING_NEW = 'Everything in this file is in the account already.';
export const TICK_ALL = 'Tick all of these';
export const UNTICK_ALL = 'Leave all of these out';
export const LINK_ALL = 'Make transfers of all of these';
export const LINK_NONE = 'Make no transfers of these';

export function more(count: number): string {
  return `Show ${counted(count, 'more', 'more')}`;
}

/** What is done with a row, under its text. */
/** Rows of one file that are alike: the bank may have booked twice, or wrote one twice. */
export function twins(count: number): string {
  return `The file has ${formatCount(count)} of these, and each that is ticked comes in`;
}

export const HERE = 'Already here';
/** `amount` and `date` are those of the row that is here. */
export function hereAs(amount: string, date: string): string {
  return `Here as ${amount}, ${date}, from an earlier import`;
}

export function correctedFrom(amount: string, date: string): string {
  return `Corrects the entry that is here as ${amount}, ${date}`;
}

export const DELETED = 'You deleted it';
export const PENDING = 'The bank has not booked it yet';
export const OPENING = 'Opening balance';
export const ROUNDED = 'Rounded to cents';
export const TURNED_BACK = 'Two minus signs turn each other back';
export const NOT_YOURS = 'Somebody else entered the same; you may not change it';

export function sameAs(description: string, date: string): string {
  return `Same as ${description}, ${date}`;
}

export function transferWith(account: string): string {
  return `Transfer with ${account}, both sides`;
}

/** What the row may be, and what it becomes. `description` and `date` are of its other side. */
export function mayBeTransfer(account: string): string {
  return `May be a transfer with ${account}`;
}

export function transferOf(account: string, description: string, date: string): string {
  return `Transfer with ${account}: ${description}, ${date}`;
}

export function otherSide(account: string, description: string, date: string): string {
  return `The other side would be ${description}, ${date}, in ${account}.`;
}

export function splitIn(count: number): string {
  return `Split into ${counted(count, 'line', 'lines')}`;
}

/** Why a row has its category. */
export const WHY_FILE = 'so the file says';

export function whyEarlier(text: string, date: string): string {
  return `as for ${text}, ${date}`;
}

export function whyAlike(text: string): string {
  return `as you chose for ${text}`;
}

export function tickOf(text: string, amount: string): string {
  return `Import ${text}, ${amount}`;
}

export function correctTickOf(text: string, amount: string): string {
  return `Correct ${text} to ${amount}`;
}

export const WHAT_IT_IS = 'It is';
export const IS_SAME = 'The same';
export const IS_NEW = 'Another one';
export const CORRECT = 'Correct it';
export const A_TRANSFER = 'A transfer';
export const NO_TRANSFER = 'No transfer';

/** `file`: its name, where there are several. */
export function lineOf(line: number, file?: string): string {
  return file === undefined ? `Line ${formatCount(line)}` : `${file}, line ${formatCount(line)}`;
}

export const UNREADABLE = {
  no_date: 'It has no date.',
  not_a_date: 'Its date is no day of the calendar.',
  day_or_month: 'Day and month cannot be told apart.',
  no_amount: 'It has no amount.',
  not_an_amount: 'Its amount is no number.',
  thousands_or_decimals: 'Thousands and decimals cannot be told apart.',
  too_many_decimals: 'Its amount has more than two decimals.',
  too_large: 'Its amount is too large.',
  zero: 'Its amount is zero.',
  debit_or_credit: 'It does not tell whether money came in or went out.',
  other_currency: 'It is in another currency.',
  information: 'The bank only informs; the balance stays.',
  balance: 'It is a balance or a total, and no transaction.',
  correction: 'It corrects an earlier entry of the bank.',
  investment: 'It is an investment.',
  columns: 'It has other columns than the table.',
  too_long: 'It is longer than 100,000 characters.',
  broken: 'The file breaks off here, or a quote or a tag does not close.',
} as const;

/** Why a row is not read whose question the user has answered with LEAVE_OUT. */
export const LEFT_OUT = {
  day_or_month: 'You left it out: day and month cannot be told apart.',
  thousands_or_decimals: 'You left it out: thousands and decimals cannot be told apart.',
} as const;

export const CHANGES_BACK = 'What you changed of these rows before is back.';
export const FORGET_CHANGES = 'Forget it';

/**
 * `made`: how many rows become transactions. `linked`: how many are tied to a transaction that is there; `corrected` of
 * them change it.
 */
export function doImport(made: number, linked: number, corrected = 0): string {
  const parts = [
    made > 0 && `import ${counted(made, 'transaction', 'transactions')}`,
    linked > corrected && `link ${countedAfter(made, linked - corrected)}`,
    corrected > 0 && `correct ${countedAfter(made + linked - corrected, corrected)}`,
  ].filter((part) => part !== false);
  const all = parts.join(', ');
  return all === '' ? 'Nothing to import' : all.charAt(0).toUpperCase() + all.slice(1);
}

/** The noun stands in the first part. */
function countedAfter(before: number, count: number): string {
  return before > 0 ? formatCount(count) : counted(count, 'transaction', 'transactions');
}

/** Asked when the dialog is closed before all statements had their turn. */
export const LEAVE_TITLE = 'Leave the other statements out?';
export const LEAVE = 'Leave';

export function othersLeft(count: number): string {
  return `${counted(count, 'statement is', 'statements are')} not imported yet. What was imported stays.`;
}

export const SKIP = 'Skip';
export const NEXT = 'Next';
export const OTHER_FILES = 'Other files';
export const STOP = 'Stop';

export function progress(done: number, all: number): string {
  return `${formatCount(done)} of ${formatCount(all)} are in`;
}

/** Asked when the dialog is closed meanwhile. */
export const STOP_QUESTION = 'Stop the import? What is in stays. Import the file again to go on.';
export const GO_ON = 'Go on';

export const NOT_IMPORTED = 'Nothing was imported.';
export const EMPTY_PLAN = 'No row is ticked.';
export const DONE = 'Imported';

/** `account` is its name. `linked` of the transactions were there before, and are no second time. */
export function doneIn(count: number, linked: number, account: string): string {
  const all = `${counted(count, 'transaction is', 'transactions are')} in ${account}.`;
  return linked === 0 ? all : `${all} ${formatCount(linked)} of them ${linked === 1 ? 'was' : 'were'} there before.`;
}

/** Rows that came in, but whose other sides are gone, have changed, or may not be changed any more. */
export function notLinked(count: number): string {
  const rows = counted(count, 'row came in', 'rows came in');
  return `${rows} without becoming a transfer: the other side is gone or has changed. Open the entry to link it.`;
}

export function leftOut(count: number): string {
  return `${counted(count, 'row was', 'rows were')} not imported. Import the file again to go on.`;
}

export const SEE_REPORT = 'See the report';
export const OPEN_ACCOUNT = 'Open the account';
