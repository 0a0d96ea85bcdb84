/** Which column of a table is what, guessed from header and values. People see the guess and correct it. */
import { decideDecimalSign, looksLikeAmount } from '../amounts.ts';
import { decideDateOrder, looksLikeDate } from '../dates.ts';
import type { Answers, Question } from '../statement.ts';
import { directionOf, fitOfName, nameKey, ROLES, type Role } from './columns.ts';
import type { Table } from './table.ts';

/** The column of each role, counted from 0. A role without a column is not in the file. */
export interface Mapping extends Answers {
  columns: Partial<Record<Role, number>>;
  /** The file writes expenses without a minus, as some credit cards do. */
  flipped?: boolean;
}

/** Why a column has its role. */
export type Reason = 'name' | 'values';

export interface Guess {
  mapping: Mapping;
  reasons: Partial<Record<Role, Reason>>;
  questions: Question[];
}

/** So many lines tell what a column holds. The date order and the decimal sign are decided by all of them. */
const SAMPLE = 200;

/** A guess of what the user has not chosen. A chosen mapping keeps its columns; answers win over the column. */
export function guessMapping(table: Table, answers: Answers = {}, chosen?: Mapping): Guess {
  if (chosen) return { ...decideOpen(table, { ...answers, ...chosen }), reasons: {} };
  const { columns, reasons } = guessColumns(table);
  return { ...decideOpen(table, { columns, ...answers }), reasons };
}

function guessColumns(table: Table): Pick<Guess, 'reasons'> & Pick<Mapping, 'columns'> {
  const columns: Partial<Record<Role, number>> = {};
  const reasons: Partial<Record<Role, Reason>> = {};
  const fill = (role: Role, column: number | undefined, reason: Reason) => {
    if (column === undefined) return;
    columns[role] = column;
    reasons[role] = reason;
  };
  for (const role of ROLES) fill(role, namedColumn(table, role, columns), 'name');
  // A debit needs a credit, and a word for the direction an amount without a sign.
  if (columns.debit === undefined || columns.credit === undefined) drop(columns, reasons, 'debit', 'credit');
  if (columns.debit !== undefined) drop(columns, reasons, 'amount', 'direction');
  if (columns.amount === undefined) drop(columns, reasons, 'direction');
  if (columns.date === undefined) fill('date', bestColumn(table, columns, looksLikeDate), 'values');
  if (columns.amount === undefined && columns.debit === undefined)
    fill('amount', bestColumn(table, columns, looksLikeAmount), 'values');
  if (columns.text === undefined && columns.payee === undefined)
    fill('text', bestColumn(table, columns, isWords), 'values');
  return { columns, reasons };
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
  if (decided.flipped === undefined && hasNoMinus(table, columns)) questions.push('sign');
  return { mapping: decided, questions };
}

/** Then all may be expenses, as on a credit card. Debits and directions say it themselves. */
function hasNoMinus(table: Table, { amount, direction }: Mapping['columns']): boolean {
  if (amount === undefined || direction !== undefined) return false;
  return cellsOf(table, amount).every((cell) => !/[-−–()]|\bDR\b/i.test(cell));
}

function drop(
  columns: Partial<Record<Role, number>>,
  reasons: Partial<Record<Role, Reason>>,
  ...roles: readonly Role[]
): void {
  for (const role of roles) {
    delete columns[role];
    delete reasons[role];
  }
}

/** The free column whose name fits best and whose values can be of the role. */
function namedColumn(table: Table, role: Role, taken: Partial<Record<Role, number>>): number | undefined {
  const found = table.header.flatMap((name, column) => {
    const fit = fitOfName(name, role);
    const free = !Object.values(taken).includes(column);
    return fit !== null && free && canBe(table, column, role) ? [{ column, fit }] : [];
  });
  return found.sort((a, b) => a.fit - b.fit)[0]?.column;
}

function canBe(table: Table, column: number, role: Role): boolean {
  const values = sampleOf(table, column);
  if (role === 'debit' || role === 'credit') return values.every((value) => looksLikeAmount(value));
  if (role === 'date') return share(values, looksLikeDate) > 0.5;
  if (role === 'amount') return share(values, looksLikeAmount) > 0.5;
  if (role === 'direction') return share(values, (value) => directionOf(value) !== null) > 0.5;
  if (role === 'currency') return values.every((value) => /^\p{L}{3}$/u.test(value.trim()));
  return true;
}

/** The free column most of whose cells pass; undefined when less than half of any do. */
function bestColumn(
  table: Table,
  taken: Partial<Record<Role, number>>,
  test: (value: string) => boolean,
): number | undefined {
  const free = table.header.map((_, column) => column).filter((column) => !Object.values(taken).includes(column));
  const shares = free.map((column) => ({ column, share: share(sampleOf(table, column), test) }));
  const [best] = shares.sort((a, b) => b.share - a.share);
  return best && best.share >= 0.5 ? best.column : undefined;
}

function isWords(value: string): boolean {
  return /\p{L}{2}/u.test(value);
}

function share(values: readonly string[], test: (value: string) => boolean): number {
  return values.length === 0 ? 0 : values.filter(test).length / values.length;
}

/** The first cells of the column that are not empty. */
function sampleOf(table: Table, column: number): string[] {
  return table.lines
    .slice(0, SAMPLE)
    .map(({ cells }) => cells[column] ?? '')
    .filter((cell) => cell.trim() !== '');
}

function cellsOf({ lines }: Table, column: number | undefined): string[] {
  return column === undefined ? [] : lines.map(({ cells }) => cells[column] ?? '');
}
