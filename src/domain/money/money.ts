/**
 * Money is integer cents (US dollars) everywhere on the device. Text becomes cents in `parseAmount` and cents become
 * text in the `format…` functions; no sum and no product is ever a float.
 */
import { withDecimalDigits } from '../entered-digits.ts';
import { LOCALE } from '../locale.ts';
import { MAX_AMOUNT, type TransactionType } from '../rows.ts';
import { type DecimalSign, type Fraction, readNumber } from './written-number.ts';

/** Why a typed amount cannot be taken. */
export type AmountProblem =
  | 'empty'
  | 'not_a_number'
  | 'not_positive'
  | 'too_large'
  | 'too_many_decimals'
  | 'other_currency';

type ParsedAmount = { ok: true; cents: number } | { ok: false; reason: AmountProblem };

/** A longer text is a slip, not a calculation. */
const LONGEST_ENTRY = 100;

/** A sign of any currency but the dollar, also of another country’s dollar. */
const OTHER_CURRENCY = /[^\P{Sc}$]|\p{L}\$/u;

/** Nobody has to be told how this was understood. */
const PLAIN = /^\$?\s*\d+(\.\d{1,2})?$/;

/**
 * What somebody typed as an amount, in cents: `12.5`, `$1,234.56`, `12,50`, `1 234,56`, `1,00,000`, `12 USD`, and
 * calculations with + - * / and the usual precedence (`12.50+3`, `20*3`). `sign`, or else the browser, decides whether
 * `1,234` is a thousand and more. A single number has at most two decimals; factors may have more, and the result is
 * rounded half up to the cent, once. Above zero and at most 999,999,999.99 dollars.
 */
export function parseAmount(text: string, sign?: DecimalSign): ParsedAmount {
  const entry = normalize(text);
  if (entry === '') return refuse('empty');
  if (OTHER_CURRENCY.test(entry)) return refuse('other_currency');
  if (entry.length > LONGEST_ENTRY) return refuse('not_a_number');
  const terms = entry.match(/^[+-]?[^+-]+|[+-][^+-]+/g) ?? [];
  if (terms.join('') !== entry) return refuse('not_a_number');
  let sum: Fraction = { over: 0n, under: 1n };
  for (const term of terms) {
    const value = termValue(term, sign);
    if (typeof value === 'string') return refuse(value);
    sum = { over: sum.over * value.under + value.over * sum.under, under: sum.under * value.under };
  }
  if (sum.over <= 0n) return refuse('not_positive');
  const cents = (sum.over * 200n + sum.under) / (sum.under * 2n);
  if (cents === 0n) return refuse('not_positive');
  if (cents > BigInt(MAX_AMOUNT)) return refuse('too_large');
  return { ok: true, cents: Number(cents) };
}

/** How an amount was understood, `= $12.50`, where that is not what was typed; null where it is, or is no amount. */
export function understoodAmount(text: string): string | null {
  const parsed = parseAmount(text);
  return parsed.ok && !PLAIN.test(text.trim()) ? `= ${formatMoney(parsed.cents)}` : null;
}

/**
 * A leading sign sets the type of a transaction: `+` income, `-` expense, and so do the brackets of accountants,
 * `(12.50)`. Returns the type, null without a sign, and what is left to parse as the amount.
 */
export function signedType(text: string): { type: TransactionType | null; amount: string } {
  const [, inBrackets] = /^\s*\(([^()]*)\)\s*$/.exec(text) ?? [];
  if (inBrackets !== undefined) return { type: 'expense', amount: inBrackets };
  const [, sign, amount = ''] = /^\s*([+\-−–]?)(.*)$/s.exec(text) ?? [];
  if (!sign) return { type: null, amount: text };
  return { type: sign === '+' ? 'income' : 'expense', amount };
}

export type MoneySign = 'negative' | 'always' | 'not_zero' | 'never';

/**
 * Dollars with two decimals: `$1,234.50`. `sign`: `negative` writes a minus before negative sums (the default),
 * `always` also a plus before every other, `not_zero` also a plus before every positive one, `never` none.
 */
export function formatMoney(cents: number, { sign = 'negative' }: { sign?: MoneySign } = {}): string {
  // The one float: read only to be written with two decimals, which is exact up to fifteen digits. `+ 0` makes -0 a 0.
  return FORMATS[sign].format(cents / 100 + 0);
}

/** A transaction's amount as lists show it: `+$12.00` for income, `-$12.00` for an expense. */
export function formatSignedAmount(transaction: { type: TransactionType; amount: number }): string {
  return formatMoney(signedCents(transaction), { sign: 'always' });
}

/** Income counts up, an expense counts down; cents. */
export function signedCents({ type, amount }: { type: TransactionType; amount: number }): number {
  return type === 'income' ? amount : -amount;
}

/** Plain dollars for an input field or a spreadsheet cell: `1234.50`, no sign but a minus, no separators. */
export function plainAmount(cents: number): string {
  const digits = Math.abs(cents).toString().padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const dollars = { style: 'currency', currency: 'USD' } as const;
const FORMATS = {
  negative: new Intl.NumberFormat(LOCALE, dollars),
  always: new Intl.NumberFormat(LOCALE, { ...dollars, signDisplay: 'always' }),
  not_zero: new Intl.NumberFormat(LOCALE, { ...dollars, signDisplay: 'exceptZero' }),
  never: new Intl.NumberFormat(LOCALE, { ...dollars, signDisplay: 'never' }),
  short: new Intl.NumberFormat(LOCALE, {
    ...dollars,
    notation: 'compact',
    maximumFractionDigits: 1,
    trailingZeroDisplay: 'stripIfInteger',
  }),
};

/** In as few characters as it takes: `$750`, `$2.5K`, `$1M`; cents. */
export function formatShortAmount(cents: number): string {
  return FORMATS.short.format(cents / 100);
}

/**
 * Digits and operators become plain ones; spaces beside operators are dropped, and so are dollar signs and `USD` beside
 * numbers.
 */
function normalize(text: string): string {
  const plain = withDecimalDigits(text).replace(/[−–]/g, '-').replace(/×/g, '*').replace(/÷/g, '/');
  return plain
    .replace(/\s*([+\-*/])\s*/g, '$1')
    .trim()
    .replace(/(^|[+\-*/])(?:USD|(?:US)?\$)\s*/gi, '$1')
    .replace(/\s*(?:USD|(?:US)?\$)(?=$|[+\-*/])/gi, '');
}

function termValue(term: string, decimalSign: DecimalSign | undefined): Fraction | AmountProblem {
  const [, sign, product = ''] = /^([+-]?)(.*)$/.exec(term) ?? [];
  const factors = product.split(/([*/])/);
  let value: Fraction = { over: sign === '-' ? -1n : 1n, under: 1n };
  for (let at = 0; at < factors.length; at += 2) {
    const factor = readNumber(withoutLakhs(factors[at] ?? ''), decimalSign);
    if (!factor) return 'not_a_number';
    if (factors.length === 1 && factor.under > 100n) return 'too_many_decimals';
    const divides = factors[at - 1] === '/';
    if (divides && factor.over === 0n) return 'not_a_number';
    const by = divides ? { over: factor.under, under: factor.over } : factor;
    value = { over: value.over * by.over, under: value.under * by.under };
  }
  return value;
}

/** In India, commas stand after thousands and then after every two digits: `1,00,000`. */
function withoutLakhs(number: string): string {
  return /^\d{1,2}(,\d{2})+,\d{3}(\.\d*)?$/.test(number) ? number.replaceAll(',', '') : number;
}

function refuse(reason: AmountProblem): ParsedAmount {
  return { ok: false, reason };
}
