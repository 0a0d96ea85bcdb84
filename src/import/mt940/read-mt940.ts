/**
 * Statements of an MT940 file: the account (25), the balances (60 and 62), the entries (61) and their words (86).
 *
 * Devices of 0.2.0 know no such format and would not take an import of it. So it is stored as QIF: rows of all other
 * formats are compared with its rows, and banks that offer both are hardly known.
 */
import { isDate } from '#domain/dates/dates';
import { readAmount } from '../statement/amounts.ts';
import { balanceAfter, readBalanceCents } from '../statement/balances.ts';
import { otherCurrencies } from '../statement/currencies.ts';
import {
  type AccountHint,
  type ReadRow,
  type Statement,
  type StatementBalance,
  type Statements,
  type Unreadable,
  unreadableLine,
} from '../statement/statement.ts';
import { type Details, readDetails } from './details.ts';
import { type Field, readFields } from './fields.ts';

/** Day of value, day of booking, direction, third letter of the currency, amount, kind, and the rest. */
const ENTRY = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d[\d.]*,\d*)(?:[NSF]([A-Z0-9]{3}))?(.*)$/;

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d[\d.]*,\d*)/;

/** The bank's own number of an entry stands behind two slashes. */
const BANK_ID = /\/\/(\S+)/;

/** Whether the text has the fields of such a file. `head`: its beginning. */
export function isMt940(head: string): boolean {
  return /^\s*:20:/m.test(head) && /^\s*:(25|28C?|60[FM]|61):/m.test(head);
}

/** No statements when the text is no such file. */
export function readMt940(text: string): Statements {
  const statements: Statement[] = [];
  const fields = readFields(text);
  fields.forEach((field, at) => {
    const { tag, lines } = field;
    if (tag === '20') statements.push({ format: 'qif', account: {}, currencies: [], rows: [], unreadable: [] });
    const statement = statements.at(-1);
    if (!statement) return;
    if (tag === '25') statement.account = accountOf(lines.join(''));
    else if (/^6[02][FM]$/.test(tag)) noteBalance(statement, tag, lines[0] ?? '');
    else if (tag === '61') noteEntry(statement, field, detailsBehind(fields, at), isCut(text, fields, at));
  });
  return { statements: statements.map(withClosing), questions: [] };
}

/** Without a closing balance, it is the opening one and what was booked since. Then there is nothing to check. */
function withClosing({ opening, ...statement }: Statement): Statement {
  if (statement.balance) return { ...statement, ...(opening && { opening }) };
  const balance = opening && balanceAfter(opening.cents, statement.rows);
  return { ...statement, ...(balance && { balance }) };
}

function accountOf(text: string): AccountHint {
  const plain = text.trim().replace(/\s+[A-Z]{3}$/, '');
  const [iban] = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}/.exec(plain.replaceAll(' ', '')) ?? [];
  if (iban) return { iban: withoutCurrency(iban) };
  // The number of the bank stands in front, the currency perhaps behind.
  const number = (plain.split('/').at(-1) ?? '').replace(/\s*[A-Z]{3}$/, '').trim();
  return number ? { number } : {};
}

/** Some banks write the currency behind it. Its check digits tell. */
function withoutCurrency(iban: string): string {
  const short = /^(.*\d)[A-Z]{3}$/.exec(iban)?.[1] ?? iban;
  return !isIban(iban) && isIban(short) ? short : iban;
}

function isIban(text: string): boolean {
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

function noteBalance(statement: Statement, tag: string, text: string): void {
  const [, direction, day = '', currency = '', amount = ''] = BALANCE.exec(text.trim()) ?? [];
  const cents = readBalanceCents(amount, ',');
  const date = dayOf(day);
  if (cents === null || date === null) return;
  const balance: StatementBalance = { cents: direction === 'D' ? 0 - cents : cents, date };
  statement.currencies = otherCurrencies([currency]);
  if (tag.startsWith('62')) statement.balance = balance;
  else statement.opening ??= balance;
}

/** Whether the file ends in the line of the entry. Its amount may lack digits. */
function isCut(text: string, fields: readonly Field[], at: number): boolean {
  return at === fields.length - 1 && fields[at]?.lines.length === 1 && !/[\r\n]$/.test(text);
}

function noteEntry(statement: Statement, { lines, line }: Field, details: Details, cut: boolean): void {
  const read = cut ? ({ reason: 'broken' } as const) : readEntry(lines, line, details);
  if ('reason' in read) statement.unreadable.push(unreadableLine(line, read.reason, lines.join(' ')));
  else statement.rows.push(read);
}

/** The words of field 86 belong to the entry above. */
function detailsBehind(fields: readonly Field[], at: number): Details {
  const next = fields[at + 1];
  return next?.tag === '86' ? readDetails(next.lines) : { payee: '', text: '' };
}

function readEntry(lines: readonly string[], line: number, { payee, text }: Details): ReadRow | { reason: Unreadable } {
  const [first = '', ...more] = lines;
  const [, value = '', booked = '', direction = '', , digits = '', , rest = ''] = ENTRY.exec(first.trim()) ?? [];
  if (value === '') return { reason: 'broken' };
  const date = bookingDay(value, booked);
  if (date === null) return { reason: 'not_a_date' };
  const amount = readAmount(digits, ',');
  if ('reason' in amount) return amount;
  // What is taken back goes the other way.
  const isOut = direction === 'D' || direction === 'RC' || direction === 'ED';
  const bankId = BANK_ID.exec(rest)?.[1] ?? '';
  return {
    line,
    date,
    cents: isOut ? -amount.cents : amount.cents,
    text: text || more.join(' ').trim(),
    ...(payee && { payee }),
    ...(bankId && { bankId }),
    // An interim report also has what is only expected.
    ...(direction.startsWith('E') && { pending: true }),
  };
}

/** The booking has no year. It is at most half a year from the day of value. */
function bookingDay(value: string, booked: string): string | null {
  const valued = dayOf(value);
  if (valued === null || booked === '') return valued;
  const month = Number(valued.slice(5, 7));
  const own = Number(booked.slice(0, 2));
  const year = Number(valued.slice(0, 4)) + (own - month > 6 ? -1 : month - own > 6 ? 1 : 0);
  const date = `${year}-${booked.slice(0, 2)}-${booked.slice(2)}`;
  return isDate(date) ? date : valued;
}

function dayOf(digits: string): string | null {
  const year = Number(digits.slice(0, 2));
  const date = `${year < 70 ? 20 : 19}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
  return isDate(date) ? date : null;
}
