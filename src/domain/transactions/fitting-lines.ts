import { UNCATEGORIZED } from '../books/categories.ts';
import { leftToAssign, SPLIT } from '../money/lines.ts';
import type { Fields } from '../rows.ts';

/**
 * Values of a transaction that come from two forms of it. If its lines no longer add up to the amount, or it has
 * another category, it is not split any more.
 */
export function withFittingLines(values: Fields): Fields {
  const { amount, category = null, lines } = values;
  if (!Array.isArray(lines)) return values;
  if (category === SPLIT && typeof amount === 'number' && leftToAssign(amount, lines) === 0) return values;
  return { ...values, lines: null, category: category === SPLIT ? UNCATEGORIZED : category };
}
