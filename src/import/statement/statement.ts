/**
 * What every format is read into. Reading never throws: what cannot be read is listed by its line and a reason. Cents
 * are integers with a sign: money that came in is above zero.
 */
import type { AccountKind } from '#domain/account-kinds';
import type { DecimalSign } from '#domain/money/written-number';
import type { ImportFormat } from '#domain/rows';

/** The order of day, month and year in dates that are written with numbers. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first';

/** What the file says about its account. It helps to guess the target; a file may say nothing. */
export interface AccountHint {
  number?: string;
  iban?: string;
  name?: string;
  kind?: AccountKind;
}

/** A part of a row. The parts of a row add up to its cents. */
export interface Part {
  cents: number;
  text: string;
  payee?: string;
  category?: string;
  /** The name of the other account, when this part is a transfer. */
  transfer?: string;
}

export interface ReadRow {
  /** Where it begins in the file; the first line is 1. */
  line: number;
  /** A calendar date, YYYY-MM-DD. */
  date: string;
  cents: number;
  /** What the file calls it; empty when it has no words. */
  text: string;
  payee?: string;
  /** What the bank calls it. It is not always unique. */
  bankId?: string;
  category?: string;
  /** The name of the other account, when the file says that this is a transfer. */
  transfer?: string;
  /** It is the account's balance before all other entries. */
  opening?: true;
  /** Two parts or more. */
  parts?: Part[];
  /** The bank has not booked it yet, so it may still change. */
  pending?: true;
  /** The file has more decimals than cents, so the amount is rounded: half a cent goes away from zero. */
  isRounded?: true;
  /** Its amount has two minus signs, which turn each other back. */
  isTurnedBack?: true;
  /** What 0.2.0 made of it, where that was something else. */
  former?: Pick<ReadRow, 'cents' | 'parts'>;
  /** How far it was reconciled in another app. */
  status?: 'open' | 'cleared' | 'reconciled';
}

/** Why a line is not among the rows. */
export type Unreadable =
  | 'no_date'
  | 'not_a_date'
  /** Neither the date nor its column tells day from month. */
  | 'day_or_month'
  | 'no_amount'
  | 'not_an_amount'
  /** Neither the amount nor its column tells whether `1.234` is a thousand and more. */
  | 'thousands_or_decimals'
  | 'too_many_decimals'
  | 'too_large'
  | 'zero'
  /** A debit and a credit in one line, or a word that is neither. */
  | 'debit_or_credit'
  | 'other_currency'
  /** The bank only informs, or has not carried it out; the balance does not change. */
  | 'information'
  /** A balance or a total between the transactions. */
  | 'balance'
  /** It corrects or deletes an earlier entry of the bank. */
  | 'correction'
  /** An investment, which is more than an amount. */
  | 'investment'
  /** More cells than columns, so a cell may stand in another one's column. */
  | 'columns'
  /** A line of a table that is far longer than rows are. */
  | 'too_long'
  /** Quotes or tags that do not close. */
  | 'broken';

export interface UnreadableLine {
  line: number;
  reason: Unreadable;
  /** What stands there, at most 200 characters. */
  text: string;
  /** The file's name, where a statement is of several files. */
  file?: string;
}

/**
 * What only the user can tell, because the whole file leaves it open. `sign`: nothing says which way the money went.
 * `amount_column`: two columns may be the amount.
 */
export type Question = 'date_order' | 'decimal_sign' | 'sign' | 'amount_column';

/** The user's answers, or what was remembered. They win over what the file suggests. */
export interface Answers {
  dateOrder?: DateOrder;
  decimalSign?: DecimalSign;
  /** The file writes expenses without a minus, as some credit cards do. */
  flipped?: boolean;
}

/** What the bank says that the account had at the end of a day. */
export interface StatementBalance {
  cents: number;
  date: string;
}

export interface Statement {
  format: ImportFormat;
  account: AccountHint;
  /** The last balance of booked entries, where the file has one. */
  balance?: StatementBalance;
  /** The balance before the booked entries, where the file has one. */
  opening?: StatementBalance;
  /** The currencies of its amounts, as the file names them, where they are not the dollar. */
  currencies: string[];
  /** The types of its entries say the opposite of all signs, so the user says whether these are turned. */
  againstTypes?: 'minus' | 'turned';
  rows: ReadRow[];
  unreadable: UnreadableLine[];
}

/** The statements of a file, one for each account in it. */
export interface Statements {
  statements: Statement[];
  questions: Question[];
}

const LONGEST_EXCERPT = 200;

/** One line that could not be read. */
export function unreadableLine(line: number, reason: Unreadable, text: string): UnreadableLine {
  return { line, reason, text: text.slice(0, LONGEST_EXCERPT) };
}

const TIDY = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/** Words of a file without line breaks and repeated blanks. */
export function tidyText(text: string): string {
  // Most texts are tidy, and letters of ASCII are told sooner.
  if (TIDY.test(text)) return text;
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The text that is not empty, where at most one is; null where several are. A file asks in each of its rows. */
function onlyFilled(texts: readonly string[]): string | null {
  let only = '';
  for (const text of texts) {
    if (text !== '' && only !== '') return null;
    only ||= text;
  }
  return only;
}

/** The texts in one, without empty ones and without those that another one begins with. */
export function joinTexts(texts: readonly string[]): string {
  const only = onlyFilled(texts);
  if (only !== null) return tidyText(only);
  const tidy = [...new Set(texts.map(tidyText))].filter(Boolean);
  if (tidy.length < 2) return tidy[0] ?? '';
  return tidy.filter((text) => !tidy.some((other) => other !== text && other.startsWith(text))).join(' ');
}
