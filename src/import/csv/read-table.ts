/** The lines of a table become rows, with the columns that the mapping names. */
import { readAmount } from '../amounts.ts';
import { mainCurrency, markedCurrencies, otherCurrencies } from '../currencies.ts';
import { readDate } from '../dates.ts';
import {
  type AccountHint,
  joinTexts,
  type ReadRow,
  type Statement,
  tidyText,
  type Unreadable,
  type UnreadableLine,
  unreadableLine,
} from '../statement.ts';
import { directionOf, isPending, type Role } from './columns.ts';
import type { Mapping } from './mapping.ts';
import type { Table } from './table.ts';

type Cell = (role: Role) => string;
type Cents = { cents: number } | { reason: Unreadable };

/** Rows that the mapping cannot read are listed with the reason, in the order of the file. */
export function readTable(table: Table, mapping: Mapping): Statement {
  const rows: ReadRow[] = [];
  const unreadable: UnreadableLine[] = [...table.unreadable];
  const settled = settle(table, mapping);
  for (const { line, cells } of table.lines) {
    const read = cells.slice(table.header.length).some((cell) => cell.trim() !== '')
      ? ({ reason: 'columns' } as const)
      : readLine(line, cells, settled);
    if ('reason' in read) unreadable.push(unreadableLine(line, read.reason, cells.join(' ')));
    else rows.push(read);
  }
  unreadable.sort((a, b) => a.line - b.line);
  const currencies = currenciesOf(table, settled);
  return { format: 'csv', account: hintIn(table.above), currencies, rows, unreadable };
}

/** What all lines have in common. */
interface Settled extends Mapping {
  /** Some tables write debits with a minus, some without; a refund then has the other sign. */
  debitSign: -1 | 1;
  creditSign: -1 | 1;
  currency: string | null;
}

function settle(table: Table, mapping: Mapping): Settled {
  return {
    ...mapping,
    debitSign: isMostlyNegative(table, mapping, 'debit') ? 1 : -1,
    creditSign: isMostlyNegative(table, mapping, 'credit') ? -1 : 1,
    currency: mainCurrency(table.lines.map(({ cells }) => cellOf(cells, mapping, 'currency'))),
  };
}

/** The one of the currency column, or else those beside the amounts and in the names of their columns. */
function currenciesOf({ header, lines }: Table, settled: Settled): string[] {
  if (settled.currency !== null) return otherCurrencies([settled.currency]);
  const roles = (['amount', 'debit', 'credit'] as const).filter((role) => settled.columns[role] !== undefined);
  return markedCurrencies([header, ...lines.map(({ cells }) => cells)].flatMap(cellsOf));

  function cellsOf(cells: readonly string[]): string[] {
    return roles.map((role) => cellOf(cells, settled, role));
  }
}

function readLine(line: number, cells: readonly string[], settled: Settled): ReadRow | { reason: Unreadable } {
  const cell: Cell = (role) => cellOf(cells, settled, role);
  const date = readDate(cell('date'), settled.dateOrder ?? null);
  if ('reason' in date) return date;
  const amount = readCents(cell, settled);
  if ('reason' in amount) return amount;
  const currency = cell('currency');
  if (currency !== '' && currency !== settled.currency) return { reason: 'other_currency' };
  const payee = tidyText(cell('payee'));
  const [category, bankId] = [tidyText(cell('category')), tidyText(cell('bankId'))];
  return {
    line,
    date: date.date,
    cents: settled.flipped ? -amount.cents : amount.cents,
    text: joinTexts([payee, cell('text')]),
    ...(payee && { payee }),
    ...(category && { category }),
    ...(bankId && { bankId }),
    ...(isPending(cell('status')) && { pending: true }),
  };
}

function readCents(cell: Cell, settled: Settled): Cents {
  if (settled.columns.debit !== undefined || settled.columns.credit !== undefined) return readTwoColumns(cell, settled);
  const amount = readAmount(cell('amount'), settled.decimalSign ?? null);
  if ('reason' in amount || settled.columns.direction === undefined) return amount;
  const direction = directionOf(cell('direction'));
  if (direction === null) return { reason: 'debit_or_credit' };
  // An amount that has a sign of its own and goes against its word says two things.
  if (amount.cents < 0 && direction > 0) return { reason: 'debit_or_credit' };
  return { cents: Math.abs(amount.cents) * direction };
}

function readTwoColumns(cell: Cell, { decimalSign, debitSign, creditSign }: Settled): Cents {
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

function isMostlyNegative(table: Table, mapping: Mapping, role: 'debit' | 'credit'): boolean {
  if (mapping.columns[role] === undefined) return false;
  let balance = 0;
  for (const { cells } of table.lines) {
    const amount = readAmount(cellOf(cells, mapping, role), mapping.decimalSign ?? null);
    if ('cents' in amount) balance += Math.sign(amount.cents);
  }
  return balance < 0;
}

function cellOf(cells: readonly string[], { columns }: Mapping, role: Role): string {
  const column = columns[role];
  return column === undefined ? '' : (cells[column]?.trim() ?? '');
}

/** Banks write the account's number above the table. */
function hintIn(above: string): AccountHint {
  const iban = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/.exec(above)?.[0]?.replaceAll(' ', '');
  return iban ? { iban } : {};
}
