/**
 * Which currencies a file names. The product counts in dollars, so the screen says where a file counts in others, and
 * rows that differ from the rest of their statement are listed instead of read.
 */
import { currencyMark } from './amounts.ts';

/** Three capitals may also be a word of the bank. */
const CODES = new Set(Intl.supportedValuesOf('currency'));

const DOLLAR = /^(USD|US ?\$|\$)$/;

/** Those that are not the dollar, each once, in the order of the file. `names`: codes or signs; empty for none. */
export function otherCurrencies(names: Iterable<string>): string[] {
  const found = new Set([...names].map((name) => name.trim().toUpperCase()));
  return [...found].filter((name) => name !== '' && !DOLLAR.test(name));
}

/** The signs and codes beside these amounts. */
export function markedCurrencies(amounts: readonly string[]): string[] {
  const marks = new Set(amounts.map(currencyMark));
  return otherCurrencies([...marks].filter((mark) => !/^\p{Lu}{3}$/u.test(mark) || CODES.has(mark)));
}

/** What most of them name; null when none names anything. */
export function mainCurrency(names: readonly string[]): string | null {
  const counts = [...Map.groupBy(names.filter(Boolean), (name) => name)];
  return counts.sort(([, some], [, others]) => others.length - some.length)[0]?.[0] ?? null;
}
