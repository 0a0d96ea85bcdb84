/** A fee comes on top of the amount, unless the table says that the amount has it already. */
import { readNumber } from '#domain/money/written-number';
import type { ColumnFacts } from './column-facts.ts';
import { plainKey } from './columns.ts';

/** A part of the amount, or the amount with it. */
const PART_OF_AMOUNT = new RegExp(
  [
    /\b(of which|davon|dont|di cui|w tym|waarvan|varav|herav|heraf|included|enthalten\w*|inbegrepen)\b/,
    /\b(inclus\w*|incluid\w*|compres[oa]|wliczon\w*)\b|\btotal\b.*\b(incl|including|inclusive|with)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Whether the name says that the amount has this fee in it. */
export function namesInsideFee(name: string): boolean {
  return PART_OF_AMOUNT.test(plainKey(name));
}

/**
 * Whether more lines say that the fee is inside of the amount than that it is not: a line may be the fee itself, and
 * brokers write how many they bought at which price.
 */
export function isInside(amount: ColumnFacts, fee: ColumnFacts, facts: readonly ColumnFacts[]): boolean {
  const others = facts.filter((one) => one !== amount && one !== fee && one.amounts === 1 && one.filled > 0);
  const factors = others.map((one) => one.cells.map((cell) => numberIn(cell, one)));
  let [inside, outside] = [0, 0];
  amount.cents.forEach((cents, at) => {
    const [size, extra] = [Math.abs(cents ?? 0), Math.abs(fee.cents[at] ?? 0)];
    if (size === 0 || extra === 0) return;
    const products = productsOf(factors.flatMap((column) => column[at] ?? []));
    const has = (wanted: number) => products.some((product) => Math.abs(product * 100 - wanted) <= 1);
    if (size === extra || has(size - extra) || has(size + extra)) inside += 1;
    else if (has(size)) outside += 1;
  });
  return inside > outside;
}

/** Of two of the numbers, whichever they are. */
function productsOf(numbers: readonly number[]): number[] {
  return numbers.flatMap((one, at) => numbers.slice(at + 1).map((other) => one * other));
}

/** The number without its sign; null for an empty cell. */
function numberIn(cell: string, { sign }: ColumnFacts): number | null {
  const number = readNumber(cell.replace(/[^\d.,]/g, ''), sign ?? '.');
  return number && Number(number.over) / Number(number.under);
}
