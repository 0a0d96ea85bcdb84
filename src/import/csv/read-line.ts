/** A line of a table becomes a row, with the columns that the mapping names. */
import { MAX_AMOUNT } from '#domain/rows';
import { isTurnedBack, readAmount } from '../statement/amounts.ts';
import { currencyOfAmount, mainCurrency } from '../statement/currencies.ts';
import { looksLikeDate, readDate } from '../statement/dates.ts';
import { joinTexts, type ReadRow, tidyText, type Unreadable } from '../statement/statement.ts';
import { balanceWordIn } from './balance-lines.ts';
import { type Booking, bookingOf } from './booking.ts';
import { centsOf, isDash, unmarkedWay, wayOf } from './column-facts.ts';
import { type Direction, directionsOf } from './directions.ts';
import type { Mapping } from './mapping.ts';
import { type Sides, sidesOf } from './payer-and-payee.ts';
import type { Role } from './roles.ts';
import type { RowSums } from './row-sums.ts';
import { provenChanges } from './running-balance.ts';
import type { Line, Table } from './table.ts';
import { profileOf } from './table-profiles.ts';

type Cell = (role: Role) => string;
type Cents = { cents: number } | { reason: Unreadable };

/** Columns of which one has the amount of a line. */
const MONEY = ['amount', 'debit', 'credit'] as const;
type Money = (typeof MONEY)[number];

/** What all lines have in common. */
export interface Settled extends Mapping {
  /** Some tables write debits with a minus, some without; a refund then has the other sign. */
  debitSign: -1 | 1;
  creditSign: -1 | 1;
  feeSign: -1 | 1;
  /** Where only credits are marked, all other amounts go out. */
  unmarked: -1 | 1;
  /** What the words of the column of directions say. */
  ways: ReadonlyMap<string, Direction>;
  /** How each line changes the balance, where that tells the signs. */
  changes: readonly (number | null)[];
  /** The columns of amounts that the table has. */
  money: readonly Money[];
  /** The currency of the account: by its column, or else as it stands beside most amounts. */
  currency: string | null;
  mark: string | null;
  /** The column that has words for rows without a payee; -1 where there is none. */
  spareText: number;
  /** Who paid and who got the money, where the payee's column is one of two. */
  sides: Sides | null;
  /** What the words of the column of states say. */
  bookings: ReadonlyMap<string, Booking | null>;
}

/** What the lines of the table have in common. */
export function settle(table: Table, mapping: Mapping): Omit<Settled, 'currency'> {
  const all = (role: Role) => table.lines.map(({ cells }) => cellOf(cells, mapping, role));
  const cents = (role: Role) => all(role).map((cell) => centsOf(cell, mapping.decimalSign ?? null));
  const { columns, signsOfBalance } = mapping;
  const money = MONEY.filter((role) => columns[role] !== undefined);
  const statusName = table.header[columns.status ?? -1] ?? '';
  return {
    ...mapping,
    debitSign: isMostlyNegative(table, mapping, 'debit') ? 1 : -1,
    creditSign: isMostlyNegative(table, mapping, 'credit') ? -1 : 1,
    feeSign: isMostlyNegative(table, mapping, 'fee') ? 1 : -1,
    unmarked: unmarkedWay(datedAmounts(table, mapping)),
    ways: columns.direction === undefined ? new Map() : directionsOf(all('direction')),
    changes: signsOfBalance ? provenChanges(cents('amount'), cents('balance')) : [],
    money,
    mark: columns.currency === undefined ? mainCurrency(marksIn(table, mapping, money)) : null,
    spareText: profileOf(table.header)?.spareText ?? -1,
    sides: sidesOf(table.header, columns),
    bookings: new Map([...new Set(all('status'))].map((word) => [word, bookingOf(word, statusName)])),
  };
}

/** Whether another currency stands beside the amount than beside most. */
export function isOfOther(amount: string, { mark }: Settled): boolean {
  const own = mark === null ? '' : currencyOfAmount(amount);
  return own !== '' && own !== mark;
}

export interface TableLine {
  line: number;
  cells: readonly string[];
  /** Its place among the lines of the table. */
  at: number;
}

/** The row, or why it is none. `sums`: of the rows before, which a total may repeat. */
export function readLine(
  { line, cells, at }: TableLine,
  settled: Settled,
  sums: RowSums,
): ReadRow | { reason: Unreadable } {
  const cell: Cell = (role) => cellOf(cells, settled, role);
  const word = balanceWordIn(cells);
  if (word === 'balance') return { reason: 'balance' };
  const booking = settled.columns.status === undefined ? null : settled.bookings.get(cell('status'));
  if (booking === 'void' || (booking === 'pending' && cell('date') === '')) return { reason: 'information' };
  const date = readDate(cell('date'), settled.dateOrder ?? null);
  if ('reason' in date) return date;
  const amount = readCents(cell, at, settled);
  if ('reason' in amount) return amount;
  if (isOfOtherCurrency(cell, settled)) return { reason: 'other_currency' };
  if (word === 'total' && sums.has(amount.cents)) return { reason: 'balance' };
  const spare = cells[settled.spareText] ?? '';
  const other = otherName(cells, amount.cents, settled);
  const row: ReadRow = { line, date: date.date, cents: amount.cents, ...wordsOf(cell, other, spare) };
  if (settled.money.some((role) => isTurnedBack(cell(role)))) row.isTurnedBack = true;
  if (booking === 'pending') row.pending = true;
  return row;
}

/** Who is not the holder of the account. */
function otherName(cells: readonly string[], cents: number, settled: Settled): string {
  const { sides } = settled;
  return sides ? (cells[cents > 0 ? sides.payer : sides.payee] ?? '') : cellOf(cells, settled, 'payee');
}

function wordsOf(cell: Cell, other: string, spare: string): Pick<ReadRow, 'text' | 'payee' | 'category' | 'bankId'> {
  const payee = tidyText(other);
  const [category, bankId] = [tidyText(cell('category')), tidyText(cell('bankId'))];
  const own = cell('text');
  const text = (payee ? joinTexts([payee, own]) : tidyText(own)) || tidyText(spare);
  return { text, ...(payee && { payee }), ...(category && { category }), ...(bankId && { bankId }) };
}

function isOfOtherCurrency(cell: Cell, settled: Settled): boolean {
  const own = cell('currency');
  return (own !== '' && own !== settled.currency) || settled.money.some((role) => isOfOther(cell(role), settled));
}

/** The amount with its sign, and with the fee that comes on top of it. */
function readCents(cell: Cell, at: number, settled: Settled): Cents {
  const amount = readSigned(cell, at, settled);
  const turned = 'cents' in amount && settled.flipped ? { cents: -amount.cents } : amount;
  if (settled.columns.fee === undefined) return turned;
  const fee = readAmount(cell('fee'), settled.decimalSign ?? null);
  if ('reason' in fee) return isNothing(fee) ? turned : fee;
  if ('reason' in turned && !isNothing(turned)) return turned;
  const cents = ('cents' in turned ? turned.cents : 0) + fee.cents * settled.feeSign;
  if (cents === 0) return { reason: 'zero' };
  return Math.abs(cents) > MAX_AMOUNT ? { reason: 'too_large' } : { cents };
}

function readSigned(cell: Cell, at: number, settled: Settled): Cents {
  const { columns, ways, changes, signsOfBalance } = settled;
  if (columns.debit !== undefined || columns.credit !== undefined) return readTwoColumns(cell, settled);
  const read = readAmount(cell('amount'), settled.decimalSign ?? null);
  if ('reason' in read) return read;
  const amount = { cents: read.cents * wayOf(cell('amount'), settled.unmarked) };
  const change = signsOfBalance ? (changes[at] ?? null) : null;
  if (change !== null && Math.abs(change) === Math.abs(amount.cents)) return { cents: change };
  if (columns.direction === undefined) return signsOfBalance ? { reason: 'debit_or_credit' } : amount;
  const direction = ways.get(cell('direction'));
  if (direction === undefined) return { reason: 'debit_or_credit' };
  // An amount that has a sign of its own and goes against its word says two things.
  if (amount.cents < 0 && direction > 0) return { reason: 'debit_or_credit' };
  return { cents: Math.abs(amount.cents) * direction };
}

function readTwoColumns(cellOfRole: Cell, { decimalSign, debitSign, creditSign }: Settled): Cents {
  const cell: Cell = (role) => (isDash(cellOfRole(role)) ? '' : cellOfRole(role));
  const debit = readAmount(cell('debit'), decimalSign ?? null);
  const credit = readAmount(cell('credit'), decimalSign ?? null);
  if ('cents' in debit && 'cents' in credit) return { reason: 'debit_or_credit' };
  if ('cents' in debit && isNothing(credit)) return { cents: debit.cents * debitSign };
  if ('cents' in credit && isNothing(debit)) return { cents: credit.cents * creditSign };
  const wrong = [debit, credit].find((one) => !isNothing(one)) ?? (isZero(debit) ? debit : credit);
  return 'reason' in wrong ? wrong : { reason: 'debit_or_credit' };
}

const isNothing = (amount: Cents): boolean => isZero(amount) || ('reason' in amount && amount.reason === 'no_amount');
const isZero = (amount: Cents): boolean => 'reason' in amount && amount.reason === 'zero';

/** The currencies that stand beside amounts; most have none. */
function marksIn({ lines }: Table, mapping: Mapping, money: readonly Money[]): string[] {
  const marks: string[] = [];
  for (const { cells } of lines)
    for (const role of money) {
      const mark = currencyOfAmount(cellOf(cells, mapping, role));
      if (mark !== '') marks.push(mark);
    }
  return marks;
}

/** A sum below the rows may have another sign than they, and says nothing, except where nothing else does. */
function datedLines({ lines }: Table, mapping: Mapping): readonly Line[] {
  const rows = lines.filter((line) => isDated(line, mapping));
  return rows.length > 0 ? rows : lines;
}

function isDated({ cells }: Line, mapping: Mapping): boolean {
  return looksLikeDate(cellOf(cells, mapping, 'date')) && !balanceWordIn(cells);
}

/** The same lines' amounts, one at a time: mostly the first few tell. */
function* datedAmounts({ lines }: Table, mapping: Mapping): Generator<string> {
  const hasDated = lines.some((line) => isDated(line, mapping));
  for (const line of lines) if (!hasDated || isDated(line, mapping)) yield cellOf(line.cells, mapping, 'amount');
}

function isMostlyNegative(table: Table, mapping: Mapping, role: Role): boolean {
  if (mapping.columns[role] === undefined) return false;
  const cents = datedLines(table, mapping).map(({ cells }) =>
    centsOf(cellOf(cells, mapping, role), mapping.decimalSign ?? null),
  );
  return cents.reduce((sum: number, one) => sum + Math.sign(one ?? 0), 0) < 0;
}

/** The cell of a role, without blanks around it; empty without such a column. */
export function cellOf(cells: readonly string[], { columns }: Mapping, role: Role): string {
  const column = columns[role];
  return column === undefined ? '' : (cells[column]?.trim() ?? '');
}
