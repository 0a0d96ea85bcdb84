/**
 * Which currencies a file names. The product counts in dollars, so the screen says where a file counts in others, and
 * rows that differ from the rest of their statement are listed instead of read.
 */
import { currencyMark } from './amounts.ts';

/** Three capitals may also be a word of the bank. */
const CODES = new Set(Intl.supportedValuesOf('currency'));

const DOLLAR = /^(USD|US ?\$|\$)$/;

/** Whether the text is the code of a currency. */
export function isCurrencyCode(text: string): boolean {
  return CODES.has(text.trim().toUpperCase());
}

/** Signs that mean one currency only, and its code. */
const SIGNS = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['US$', 'USD'],
  ['$', 'USD'],
  ['C$', 'CAD'],
  ['CA$', 'CAD'],
  ['A$', 'AUD'],
  ['AU$', 'AUD'],
  ['R$', 'BRL'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['Ft', 'HUF'],
  ['₺', 'TRY'],
  ['TL', 'TRY'],
  ['RM', 'MYR'],
  ['Rp', 'IDR'],
  ['₴', 'UAH'],
  ['₽', 'RUB'],
]);

/** The currency that stands beside an amount, so that a sign and its code are one; empty without one. */
export function currencyOfAmount(amount: string): string {
  const mark = currencyMark(amount);
  if (mark === '') return '';
  const code = SIGNS.get(mark) ?? mark;
  return !/^\p{Lu}{3}$/u.test(code) || CODES.has(code) ? code : '';
}

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
