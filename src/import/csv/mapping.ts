/** Which column of a table is what, by the evidence of names and values. People see the guess and correct it. */
import { decideDecimalSign } from '../statement/amounts.ts';
import { decideDateOrder } from '../statement/dates.ts';
import type { Answers, Question } from '../statement/statement.ts';
import { nameKey } from './columns.ts';
import { guessColumns } from './guess-columns.ts';
import type { Role } from './roles.ts';
import { isSignOpen } from './sign-question.ts';
import type { Table } from './table.ts';
import { profileOf } from './table-profiles.ts';

/** The column of each role, counted from 0. A role without a column is not in the file. */
export interface Mapping extends Answers {
  columns: Partial<Record<Role, number>>;
  /** The file writes expenses without a minus, as some credit cards do. */
  flipped?: boolean;
  /** The amounts have no signs, and the balance tells which way the money went. */
  signsOfBalance?: boolean;
  /** Columns that may be the amount alike, and which of them the user says it is. */
  rivals?: readonly number[];
  amountColumn?: number;
  /** The rivals are what an expense changed for each person: one of them is the user. */
  areShares?: boolean;
  /** Nothing tells which of the columns of debits and credits is which, as long as `flipped` is not said. */
  areSidesOpen?: boolean;
  /** The user has chosen the columns. */
  chosen?: boolean;
}

/** Why a column has its role. `balance`: the balances add up. */
export type Reason = 'name' | 'values' | 'balance';

export interface Guess {
  mapping: Mapping;
  reasons: Partial<Record<Role, Reason>>;
  questions: Question[];
}

/** What somebody says, or has said, of what a file leaves open. */
export type Answered = Pick<Mapping, 'dateOrder' | 'decimalSign' | 'flipped' | 'amountColumn'>;

/**
 * A guess of what the user has not chosen. A chosen mapping keeps its columns; answers win over the column. What was
 * `answered` for another file of this shape counts only where this one leaves the same open.
 */
export function guessMapping(table: Table, answers: Answers = {}, chosen?: Mapping, answered: Answered = {}): Guess {
  const { reasons, ...guessed } = chosen ? { ...withAmount(chosen), reasons: {} } : guessColumns(table, answers);
  const { mapping, questions } = decideOpen(table, { ...answers, ...guessed });
  const { dateOrder, decimalSign, flipped, amountColumn } = answered;
  const known: Answered = {
    ...(questions.includes('amount_column') && amountColumn !== undefined && { amountColumn }),
    ...(questions.includes('date_order') && dateOrder && { dateOrder }),
    ...(questions.includes('decimal_sign') && decimalSign && { decimalSign }),
    ...(questions.includes('sign') && flipped !== undefined && { flipped }),
  };
  const isOpen = {
    date_order: !known.dateOrder,
    decimal_sign: !known.decimalSign,
    sign: known.flipped === undefined,
    amount_column: known.amountColumn === undefined,
  };
  return { mapping: withAmount({ ...mapping, ...known }), questions: questions.filter((one) => isOpen[one]), reasons };
}

/** The amount is what the user says. */
function withAmount(mapping: Mapping): Mapping {
  const { columns, amountColumn, rivals = [] } = mapping;
  if (amountColumn === undefined || !rivals.includes(amountColumn)) return mapping;
  return { ...mapping, columns: { ...columns, amount: amountColumn } };
}

/** The key under which a mapping is remembered: the shape of the header. Files without names of columns have none. */
export function mappingKey({ header }: Table): string | null {
  const names = header.map(nameKey);
  return names.some(Boolean) ? names.join('|') : null;
}

/** Adds the date order and the decimal sign that the columns prove, and asks for those that they leave open. */
function decideOpen(table: Table, mapping: Mapping): { mapping: Mapping; questions: Question[] } {
  const { columns } = mapping;
  const questions: Question[] = [];
  const decided: Mapping = { ...mapping };
  const dates = decideDateOrder(cellsOf(table, columns.date));
  const amounts = decideDecimalSign(
    [columns.amount, columns.debit, columns.credit].flatMap((column) => cellsOf(table, column)),
  );
  if (decided.dateOrder === undefined && dates.order) decided.dateOrder = dates.order;
  if (decided.decimalSign === undefined && amounts.sign) decided.decimalSign = amounts.sign;
  if (decided.dateOrder === undefined && dates.open) questions.push('date_order');
  if (decided.decimalSign === undefined && amounts.open) questions.push('decimal_sign');
  const { flipped, areSidesOpen, rivals = [], amountColumn } = decided;
  if (rivals.length > 1 && amountColumn === undefined) questions.push('amount_column');
  const isOpen = areSidesOpen || (!areSignsKnown(table, decided) && isSignOpen(table, decided));
  if (flipped === undefined && isOpen) questions.push('sign');
  return { mapping: decided, questions };
}

/** Whether the table is of an app of which it is known that a minus is money out. */
function areSignsKnown({ header }: Table, { columns, areShares }: Mapping): boolean {
  const known = profileOf(header)?.columns;
  return areShares === true || (known?.amount !== undefined && known.amount === columns.amount);
}

function cellsOf({ lines }: Table, column: number | undefined): string[] {
  return column === undefined ? [] : lines.map(({ cells }) => cells[column] ?? '');
}
