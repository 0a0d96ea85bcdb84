/** Which column of a table is what, by the evidence of names and values. People see the guess and correct it. */
import { decideDecimalSign } from '../statement/amounts.ts';
import { decideDateOrder } from '../statement/dates.ts';
import type { Answers, Question } from '../statement/statement.ts';
import { type AmountReading, amountReading } from './amount-columns.ts';
import { areStates } from './booking.ts';
import { type ColumnFacts, factsOf } from './column-facts.ts';
import { fitOfName, isLess, nameKey } from './columns.ts';
import { directionsOf } from './directions.ts';
import type { Role } from './roles.ts';
import { isSignOpen } from './sign-question.ts';
import type { Table } from './table.ts';

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

type Columns = Mapping['columns'];

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

type Guessed = Pick<Guess, 'reasons'> & Omit<Mapping, 'chosen'>;

function guessColumns(table: Table, answers: Answers): Guessed {
  const facts = factsOf(table, answers.decimalSign);
  const columns: Columns = {};
  const reasons: Guess['reasons'] = {};
  const fill = (role: Role, column: number | undefined, reason: Reason) => {
    if (column === undefined) return;
    columns[role] = column;
    reasons[role] = reason;
  };
  const free = () => facts.filter(({ column }) => !Object.values(columns).includes(column));
  const fillNamed = (role: Role, fits: (one: ColumnFacts) => boolean = () => true) =>
    fill(role, namedColumn(free(), role, fits), 'name');
  fillNamed('date', ({ dates }) => dates > 0.5);
  if (columns.date === undefined)
    fill(
      'date',
      bestColumn(free(), ({ dates }) => dates),
      'values',
    );
  const reading = amountReading(facts, columns.date === undefined ? [] : [columns.date]);
  const reason = reading?.proof ? 'balance' : reading?.isNamed ? 'name' : 'values';
  for (const role of ['amount', 'debit', 'credit', 'direction', 'fee', 'balance'] as const)
    fill(role, reading?.columns[role], reason);
  for (const role of ['text', 'payee'] as const) fill(role, namedWords(free(), role, table.lines.length), 'name');
  for (const role of ['category', 'bankId'] as const) fillNamed(role, ({ filled }) => filled > 0);
  // Other parties have accounts, too, but hardly ever a few ones with many rows each.
  fillNamed(
    'account',
    ({ filled, distinct, cells }) => filled === 1 && distinct > 1 && distinct <= (cells.length * 2) / 3,
  );
  fillNamed('currency', ({ cells }) => cells.every((cell) => cell === '' || /^\p{L}{3}$/u.test(cell)));
  const money = columns.amount ?? columns.debit;
  if (columns.currency === undefined) fill('currency', currencyBeside(free(), money, facts), 'values');
  fillStates(
    table,
    fill,
    free(),
    namedColumn(free(), 'status', () => true),
  );
  if (columns.text === undefined && columns.payee === undefined) fill('text', wordsColumn(free()), 'values');
  return {
    columns,
    reasons,
    ...(reading && reading.rivals.length > 1 && { rivals: reading.rivals }),
    ...(reading?.areSidesOpen && { areSidesOpen: true }),
    ...signsOf(reading, facts),
  };
}

/** What a balance proves of the signs. One of debts grows with expenses, so it turns nothing round. */
function signsOf(
  reading: AmountReading | null,
  facts: readonly ColumnFacts[],
): Pick<Mapping, 'flipped' | 'signsOfBalance'> {
  if (!reading?.proof) return {};
  const { columns, proof, isNamed } = reading;
  if (proof.sizesOnly) return facts[columns.amount ?? -1]?.hasMinus === false ? { signsOfBalance: true } : {};
  const isPair = columns.debit !== undefined;
  if (!proof.turned || columns.direction !== undefined || (isPair && isNamed)) return {};
  const balances = facts[columns.balance ?? -1]?.cents ?? [];
  const owed = balances.reduce((sum: number, cents) => sum + Math.sign(cents ?? 0), 0) > 0;
  return isPair || !owed ? { flipped: true } : {};
}

/** A column that says what is booked: by its name, unless the values of another one say it better. */
function fillStates(
  table: Table,
  fill: (role: Role, column: number | undefined, reason: Reason) => void,
  free: readonly ColumnFacts[],
  named: number | undefined,
): void {
  const says = (column: number) => areStates(valuesOf(table, column), table.header[column] ?? '');
  const found = free.find(({ column }) => says(column));
  if (named !== undefined && (found === undefined || says(named))) fill('status', named, 'name');
  else fill('status', found?.column, 'values');
}

/** Its different values; only the first, where it has more than any column of states. */
function valuesOf({ lines }: Table, column: number): Set<string> {
  const found = new Set<string>();
  for (const { cells } of lines) {
    found.add(cells[column]?.trim() ?? '');
    if (found.size > MOST_STATES) return new Set();
  }
  return found;
}

const MOST_STATES = 12;

/** Codes in the column next to the amounts are theirs: behind it, or else before it. */
function currencyBeside(
  free: readonly ColumnFacts[],
  money: number | undefined,
  facts: readonly ColumnFacts[],
): number | undefined {
  if (money === undefined) return undefined;
  const isOf = (one: ColumnFacts) =>
    one.isCurrency && isLess(one.name, 'amount') === isLess(facts[money]?.name ?? '', 'amount');
  const beside = [money + 1, money - 1].flatMap(
    (column) => free.find((one) => one.column === column && isOf(one)) ?? [],
  );
  const [best] = beside.filter(({ column }) => column > money || (facts[column - 1]?.amounts ?? 0) < 0.5);
  return best?.column;
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
  if (flipped === undefined && (areSidesOpen || isSignOpen(table, decided))) questions.push('sign');
  return { mapping: decided, questions };
}

/**
 * The column of words whose name fits. One that is empty says nothing, and one that is alike in all rows says something
 * of the whole account, as the name of its holder: it counts only where no other column fits.
 */
function namedWords(free: readonly ColumnFacts[], role: 'text' | 'payee', lines: number): number | undefined {
  const varied = namedColumn(free, role, ({ filled, distinct }) => filled > 0 && (distinct > 1 || lines < 2));
  if (varied !== undefined) return varied;
  const isOfAll = (one: ColumnFacts) => role === 'payee' && lines > 2 && one.filled === 1;
  return namedColumn(free, role, (one) => one.filled > 0 && !isOfAll(one));
}

/** The column of words that tells most of each row; undefined when none has words in half of its cells. */
function wordsColumn(free: readonly ColumnFacts[]): number | undefined {
  const able = free.filter(
    ({ words, filled, dates, amounts }) => words >= 0.5 && filled > 0 && dates < 0.5 && amounts < 0.5,
  );
  const told = (one: ColumnFacts) => {
    const isWholeTable = one.isCurrency || (one.distinct < 2 && one.cells.length > 1);
    return (isWholeTable ? -1 : 0) + one.filled * (one.distinct / Math.max(1, one.cells.length));
  };
  const isDirection = ({ cells }: ColumnFacts) => {
    const ways = directionsOf(cells);
    return cells.every((cell) => cell === '' || ways.has(cell));
  };
  const [best] = able
    .map((one) => ({ column: one.column, rank: told(one) - (isDirection(one) ? 1 : 0) }))
    .sort((a, b) => b.rank - a.rank);
  return best?.column;
}

/** The free column whose name fits best and whose values can be of the role. */
function namedColumn(
  free: readonly ColumnFacts[],
  role: Role,
  canBe: (one: ColumnFacts) => boolean,
): number | undefined {
  const found = free.flatMap((one) => {
    const fit = fitOfName(one.name, role);
    return fit !== null && canBe(one) ? [{ column: one.column, rank: 2 * fit + (isLess(one.name, role) ? 1 : 0) }] : [];
  });
  return found.sort((a, b) => a.rank - b.rank)[0]?.column;
}

/** The column of which most cells pass; undefined when less than half of any do. */
function bestColumn(columns: readonly ColumnFacts[], shareOf: (one: ColumnFacts) => number): number | undefined {
  const [best] = [...columns].sort((a, b) => shareOf(b) - shareOf(a));
  return best && shareOf(best) >= 0.5 ? best.column : undefined;
}

function cellsOf({ lines }: Table, column: number | undefined): string[] {
  return column === undefined ? [] : lines.map(({ cells }) => cells[column] ?? '');
}
