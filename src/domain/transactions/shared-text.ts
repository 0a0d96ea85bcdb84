/** The draft of a transaction, read from a text that another app shares. */
import { cleanText, LONGEST_DESCRIPTION } from '../entered-text.ts';

interface SharedEntry {
  /** As one would type it; empty when the text names no sum of money. */
  amount: string;
  description: string;
}

/**
 * A number with a dollar sign, or else the first that has cents. Thousands are set off by commas. After a sign, longer
 * numbers are no sums of money. Without their bound, a text of many digits would take the square of its length.
 */
const WITH_SIGN = /(?:US)?\$\s?(\d{1,3}(?:,\d{3}){1,5}|\d{1,15})(\.\d{1,2})?(?![\d,.]*\d)/;
const WITH_CENTS = /(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)(\.\d{2})(?![\d,.]*\d)/;

/** "Café Rio, $1,204.50" is an amount of 1204.50 for "Café Rio". */
export function readSharedText(text: string): SharedEntry {
  const line = cleanText(text).replaceAll(/\s+/g, ' ');
  const found = WITH_SIGN.exec(line) ?? WITH_CENTS.exec(line);
  if (!found) return { amount: '', description: line.slice(0, LONGEST_DESCRIPTION) };
  const [sum, dollars = '', cents = ''] = found;
  const before = line.slice(0, found.index);
  const after = line.slice(found.index + sum.length);
  return {
    amount: dollars.replaceAll(',', '') + cents,
    description: joined(before, after).slice(0, LONGEST_DESCRIPTION),
  };
}

/** The text around the sum, without the signs that only joined it. They are looked for where they begin, for speed. */
function joined(before: string, after: string): string {
  const start = before.replace(/(?<![\s,;:–—+-])[\s,;:–—+-]+$/, '');
  const end = after.replace(/^[\s,;:.–—-]+/, '');
  return [start, end].filter((part) => part !== '').join(' ');
}
