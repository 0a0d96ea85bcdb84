/** What may be entered as the lines of a split transaction. Amounts come as typed and become cents. */
import type { CategoryAsChosen } from '../books/categories.ts';
import { cleanText, LONGEST_LINE_NOTE, LONGEST_NAME, requiredTextProblem, type TextProblem } from '../entered-text.ts';
import { FEWEST_LINES, leftToAssign, MOST_LINES } from '../money/lines.ts';
import { type AmountProblem, parseAmount, plainAmount } from '../money/money.ts';
import type { TransactionLine } from '../rows.ts';

/** A line as a form has it. The id is the line's own and stays. */
export interface LineInput extends CategoryAsChosen {
  id: string;
  amount: string;
  note: string;
  /** What was typed as the category and is none. */
  typedCategory?: string | undefined;
}

/** What is wrong at the fields of one line. */
export interface LineProblems {
  category?: TextProblem;
  amount?: AmountProblem;
  note?: TextProblem;
}

/** `in_lines`: a line by itself cannot be taken. `not_added_up`: the lines are more or less than the amount. */
export type LinesProblem = 'too_few_lines' | 'too_many_lines' | 'in_lines' | 'not_added_up';

/** What is wrong with a line; empty when it can be taken. */
export function lineProblems({ category, amount, note }: LineInput): LineProblems {
  const name = requiredTextProblem(cleanText(category), LONGEST_NAME);
  const parsed = parseAmount(amount);
  return {
    ...(name && { category: name }),
    ...(!parsed.ok && { amount: parsed.reason }),
    ...(cleanText(note).length > LONGEST_LINE_NOTE && { note: 'too_long' as const }),
  };
}

/**
 * The lines to store for a transaction of this amount in cents, or what is wrong with them. No lines stay none. Without
 * an amount they are not added up. An empty line is none where nothing is left for it.
 */
export function checkLines(
  inputs: readonly LineInput[] | null,
  amount: number | null,
): { ok: true; lines: TransactionLine[] | null } | { ok: false; reason: LinesProblem } {
  if (!inputs) return { ok: true, lines: null };
  if (inputs.length < FEWEST_LINES) return { ok: false, reason: 'too_few_lines' };
  if (inputs.length > MOST_LINES) return { ok: false, reason: 'too_many_lines' };
  const filled = inputs.filter((input) => !isEmpty(input));
  const lines = filled.flatMap((input): TransactionLine[] => {
    const parsed = parseAmount(input.amount);
    if (!parsed.ok || Object.keys(lineProblems(input)).length > 0) return [];
    return [{ id: input.id, category: cleanText(input.category), cents: parsed.cents, note: cleanText(input.note) }];
  });
  const fits = amount !== null && leftToAssign(amount, lines) === 0;
  const unfinished = lines.length < filled.length || lines.length < FEWEST_LINES;
  if (unfinished || (filled.length < inputs.length && !fits)) return { ok: false, reason: 'in_lines' };
  return fits || amount === null ? { ok: true, lines } : { ok: false, reason: 'not_added_up' };
}

function isEmpty({ category, typedCategory = '', amount, note }: LineInput): boolean {
  return [category, typedCategory, amount, note].every((text) => cleanText(text) === '');
}

/** A stored line, for editing. */
export function lineInput({ id, category, cents, note }: TransactionLine): LineInput {
  return { id, category, amount: plainAmount(cents), note };
}

/** Whether both say the same in every field. */
export function sameLineInputs(one: readonly LineInput[], other: readonly LineInput[]): boolean {
  const fields = ['id', 'category', 'typedCategory', 'amount', 'note'] as const;
  const isSame = (a: LineInput, b: LineInput | undefined) => fields.every((field) => a[field] === b?.[field]);
  return one.length === other.length && one.every((line, at) => isSame(line, other[at]));
}
