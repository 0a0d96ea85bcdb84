/** Statements of an OFX or QFX file: bank accounts, credit cards, and the cash entries of investment accounts. */
import type { AccountKind } from '#domain/account-kinds';
import { decideDecimalSign, readRounded } from '../statement/amounts.ts';
import { lastDay, readBalanceCents } from '../statement/balances.ts';
import { mainCurrency, otherCurrencies } from '../statement/currencies.ts';
import { readDate } from '../statement/dates.ts';
import {
  type AccountHint,
  type Answers,
  joinTexts,
  type ReadRow,
  type Statement,
  type StatementBalance,
  type Statements,
  tidyText,
  type Unreadable,
  unreadableLine,
} from '../statement/statement.ts';
import { type Account, collectAccounts, type Entry } from './collect-accounts.ts';
import { signsByTypes, wayOfType } from './unsigned-amounts.ts';

/** Some files have no root, or no header. */
export function isOfx(head: string): boolean {
  return /^\s*OFXHEADER|<OFX>|<\?OFX\b|<(BANKTRANLIST|STMTTRN)>/i.test(head);
}

/** No statements when the text is no OFX. */
export function readOfx(text: string, answers: Answers = {}): Statements {
  const { accounts, brokenAt } = collectAccounts(text);
  const amounts = accounts.flatMap(({ entries }) => entries.map(({ values }) => values.TRNAMT ?? ''));
  // OFX has no sign for thousands. So a point that nothing else explains stands before decimals.
  const sign = answers.decimalSign ?? decideDecimalSign(amounts).sign;
  const statements = accounts.map((account) => readAccount(account, sign, answers.flipped ?? false));
  const isCutInEntry = accounts.at(-1)?.entries.at(-1)?.isCut;
  if (brokenAt !== null && !isCutInEntry) statements.at(-1)?.unreadable.push(unreadableLine(brokenAt, 'broken', ''));
  const isSignOpen = answers.flipped === undefined && statements.some(({ againstTypes }) => againstTypes);
  return { statements, questions: isSignOpen ? ['sign'] : [] };
}

function readAccount(account: Account, sign: '.' | ',' | null, flipped: boolean): Statement {
  const { values, entries } = account;
  // Some banks leave the account's currency empty, and name it at each entry, with a rate of 1.
  const currency = values.CURDEF || mainCurrency(entries.map(ownCurrency)) || undefined;
  const currencies = otherCurrencies([currency ?? '']);
  const statement: Statement = { format: 'ofx', account: hintOf(account), currencies, rows: [], unreadable: [] };
  const signs = signsByTypes(entries);
  // No word overrules a sign. Where all of them speak against it, the user does.
  if (signs === 'against') statement.againstTypes = flipped ? 'turned' : 'minus';
  const wayOf = { stand: null, both: withWay, against: flipped ? turned : null }[signs];
  for (const entry of entries) {
    const signed = readEntry(entry, sign, currency);
    const read = wayOf && 'cents' in signed ? wayOf(signed, entry) : signed;
    if ('reason' in read)
      statement.unreadable.push(unreadableLine(entry.line, read.reason, Object.values(entry.values).join(' ')));
    else statement.rows.push(read);
  }
  const balance = balanceOf(values, statement.rows, sign);
  return balance ? { ...statement, balance } : statement;
}

/** 0.2.0 took every amount without a sign for money in. */
function withWay(row: ReadRow, { values }: Entry): ReadRow | { reason: Unreadable } {
  const way = wayOfType(values.TRNTYPE ?? '');
  if (way === null) return { reason: 'debit_or_credit' };
  return way > 0 ? row : { ...row, cents: -row.cents, former: { cents: row.cents } };
}

/** 0.2.0 took every sign as it stands. */
function turned(row: ReadRow): ReadRow {
  return { ...row, cents: -row.cents, former: { cents: row.cents } };
}

/** The currency of an entry that was not exchanged. */
function ownCurrency({ values }: Entry): string {
  const isSame = Number(values['CURRENCY.CURRATE'] ?? '1') === 1;
  return isSame ? (values['CURRENCY.CURSYM'] ?? '') : '';
}

/** The balance of booked entries, of the day that the bank names. */
function balanceOf(
  values: Account['values'],
  rows: readonly ReadRow[],
  sign: '.' | ',' | null,
): StatementBalance | null {
  const cents = readBalanceCents(values['LEDGERBAL.BALAMT'] ?? '', sign ?? '.');
  const day = readDate(bankDay(values['LEDGERBAL.DTASOF'] ?? ''), 'year-first');
  const date = 'date' in day ? day.date : lastDay(rows);
  return cents === null || date === null ? null : { cents, date };
}

/** Accounts that are no bank accounts have an element of their own. */
const KINDS_OF_ELEMENTS: Readonly<Record<string, AccountKind>> = {
  CCACCTFROM: 'credit_card',
  CCSTMTRS: 'credit_card',
  INVACCTFROM: 'investment',
  INVSTMTRS: 'investment',
};

/** The types of bank accounts. A CD is money that is put aside for a time. */
const KINDS_OF_TYPES: Readonly<Record<string, AccountKind>> = {
  CHECKING: 'checking',
  SAVINGS: 'savings',
  MONEYMRKT: 'savings',
  CD: 'savings',
  CREDITLINE: 'loan',
};

function hintOf({ response, from, values }: Account): AccountHint {
  const number = values.ACCTID;
  const ofElement = KINDS_OF_ELEMENTS[from] ?? KINDS_OF_ELEMENTS[response];
  const kind = ofElement ?? KINDS_OF_TYPES[values.ACCTTYPE?.toUpperCase() ?? ''];
  const isIban = number !== undefined && /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(number);
  return { ...(isIban ? { iban: number } : number && { number }), ...(kind && { kind }) };
}

function readEntry(
  { line, kind, values, isCut }: Entry,
  sign: '.' | ',' | null,
  currency: string | undefined,
): ReadRow | { reason: Unreadable } {
  // Its last value may lack digits.
  if (isCut) return { reason: 'broken' };
  if (kind === 'investment') return { reason: 'investment' };
  if (values.CORRECTACTION) return { reason: 'correction' };
  const date = readDate(bankDay(values.DTPOSTED || values.DTTRAN || values.DTUSER || ''), 'year-first');
  if ('reason' in date) return date;
  const amount = readRounded(values.TRNAMT ?? '', sign ?? '.');
  if ('reason' in amount) return amount;
  const other = values['CURRENCY.CURSYM'];
  if (other && other !== currency) return { reason: 'other_currency' };
  const payee = tidyText(values.NAME || values['PAYEE.NAME'] || '');
  // A file has 100,000 of them, so none is put together of parts.
  const row: ReadRow = { line, date: date.date, cents: amount.cents, text: textOf(values, payee) };
  if (payee) row.payee = payee;
  if (values.FITID) row.bankId = values.FITID;
  if (amount.isRounded) row.isRounded = true;
  if (isPending(kind, values)) row.pending = true;
  return row;
}

/** Its words, or else the number of the cheque or the type. */
function textOf({ MEMO, CHECKNUM, TRNTYPE }: Entry['values'], payee: string): string {
  return (MEMO ? joinTexts([payee, MEMO]) : payee) || CHECKNUM || TRNTYPE || '';
}

/** An amount that is held is not booked, also where it does not stand among the pending ones. */
function isPending(kind: Entry['kind'], { TRNTYPE }: Entry['values']): boolean {
  return kind === 'pending' || TRNTYPE === 'HOLD';
}

/** The digits of the day. Time and zone behind them never move it, because the bank's day is what it writes. */
function bankDay(text: string): string {
  return /^\d{8}/.test(text) ? text.slice(0, 8) : text;
}
