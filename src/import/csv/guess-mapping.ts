/** Which column of a table is what: the user's choice, or else a guess, and what the file leaves open. */
import { decideDecimalSign } from '../statement/amounts.ts';
import { decideDateOrder } from '../statement/dates.ts';
import type { Answers, Question } from '../statement/statement.ts';
import { guessColumns } from './guess-columns.ts';
import type { Answered, Guess, Mapping } from './mapping.ts';
import { isSignOpen } from './sign-question.ts';
import type { Table } from './table.ts';
import { profileOf } from './table-profiles.ts';

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
