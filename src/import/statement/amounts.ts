/**
 * Amounts as banks write them become cents, without floats: `-110,7 €`, `(12.00)`, `12.00-`, `1'234.50`, `1.234,56`,
 * `12.00 DR`, `--12.00`. A point or comma before three digits may be either, as in `1.234`. The whole column decides
 * that.
 */

import { type DecimalSign, type Fraction, readNumber, withPlainDigits } from '#domain/money/written-number';
import { MAX_AMOUNT } from '#domain/rows';
import type { Unreadable } from './statement.ts';

type Read = { cents: number } | { reason: Unreadable };

/** No amount of money has more characters. A number of a million digits would take minutes. */
const LONGEST = 60;

/** Most amounts look like this, and have one reading. The whole, the sign and two decimals. */
const PLAIN = /^(-?)(\d{1,9})(?:([.,])(\d\d))?$/;

/** A sign of a currency, its code or its short name, with its own point. */
const CURRENCY =
  /(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}(?!\p{L})|(?<!\p{L})(?:kr|zł|Kč|Ft|Fr|lei|лв|руб|TL|Rs|RM|Rp|元|円|원)(?!\p{L})\.?)/u;
const CURRENCY_BEFORE = new RegExp(`^${CURRENCY.source}\\s*`, 'u');
const CURRENCY_BEHIND = new RegExp(`\\s*${CURRENCY.source}$`, 'u');

const ANY_CURRENCY = new RegExp(`(?<!\\p{L})${CURRENCY.source}`, 'u');

/** Banks mark the direction behind the number: debit and credit, in German `S` and `H`. */
const DIRECTION = /(?<=[\d\s)])(DR|CR)\.?$|(?<=\d\s+)([SHDC])$/i;
const OUT = /^(DR|D|S)$/;

/** A text without its sign, currency and brackets; `negative` when any of them says so. */
interface Bare {
  digits: string;
  negative: boolean;
  /** Something says the direction. */
  isSigned: boolean;
}

/** The cents with their sign, or why there are none. `sign` is null where the column left it open. */
export function readAmount(text: string, sign: DecimalSign | null): Read {
  if (text === '') return { reason: 'no_amount' };
  if (PLAIN.test(text)) return plainCents(text);
  const bare = withoutMarks(text);
  if (!bare) return { reason: text.trim() === '' ? 'no_amount' : 'not_an_amount' };
  const both = readBoth(bare.digits);
  const number = sign === null ? agreed(both) : both[sign];
  if (!number) return { reason: both['.'] && both[','] ? 'thousands_or_decimals' : 'not_an_amount' };
  const hundredfold = number.over * 100n;
  if (hundredfold % number.under !== 0n) return { reason: 'too_many_decimals' };
  return inRange(hundredfold / number.under, bare.negative);
}

/** The same, with more decimals than two rounded: half a cent goes away from zero. */
export function readRounded(text: string, sign: DecimalSign): Read & { isRounded?: true } {
  const read = readAmount(text, sign);
  const bare = 'reason' in read && read.reason === 'too_many_decimals' ? withoutMarks(text) : null;
  const number = bare && readNumber(bare.digits, sign);
  if (!bare || !number) return read;
  const doubled = number.over * 200n + number.under;
  return { ...inRange(doubled / (number.under * 2n), bare.negative), isRounded: true };
}

const MINUS = '-'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const NINE = '9'.charCodeAt(0);

/** As `inRange`, for amounts that look like `PLAIN`. A file has one in each row, so it makes no texts of the parts. */
function plainCents(text: string): Read {
  let cents = 0;
  let hasDecimals = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) cents = cents * 10 + (code - ZERO);
    else if (code !== MINUS) hasDecimals = true;
  }
  if (!hasDecimals) cents *= 100;
  if (cents > MAX_AMOUNT) return { reason: 'too_large' };
  if (cents === 0) return { reason: 'zero' };
  return { cents: text.charCodeAt(0) === MINUS ? -cents : cents };
}

function inRange(cents: bigint, negative: boolean): Read {
  if (cents > BigInt(MAX_AMOUNT)) return { reason: 'too_large' };
  if (cents === 0n) return { reason: 'zero' };
  return { cents: negative ? -Number(cents) : Number(cents) };
}

/** Which way an amount says that it goes: 1 for a plus and a credit, -1 for a minus, a debit and brackets; else 0. */
export function writtenSign(text: string): -1 | 0 | 1 {
  if (PLAIN.test(text)) return text.charCodeAt(0) === MINUS ? -1 : 0;
  const bare = withoutMarks(text);
  if (!bare?.isSigned) return 0;
  return bare.negative ? -1 : 1;
}

/** What a column says about its decimal sign: the sign, or null. `open` when an amount needs it and none proves it. */
export function decideDecimalSign(texts: Iterable<string>): { sign: DecimalSign | null; open: boolean } {
  const shown = new Set<DecimalSign | 'either' | null>();
  for (const text of texts) shown.add(signOf(text));
  const proved = (['.', ','] as const).filter((sign) => shown.has(sign));
  const [sign = null] = proved.length === 1 ? proved : [];
  return { sign, open: shown.has('either') && sign === null };
}

/** The decimal sign that this amount proves; `either` when it can be both; null when it shows none. */
function signOf(text: string): DecimalSign | 'either' | null {
  if (PLAIN.test(text)) return text.at(-3) === '.' ? '.' : text.at(-3) === ',' ? ',' : null;
  const digits = withoutMarks(text)?.digits ?? '';
  if (!/[.,]/.test(digits)) return null;
  const both = readBoth(digits);
  if (agreed(both)) return signIn(digits, both['.']);
  return both['.'] && both[','] ? 'either' : null;
}

/** The sign, code or short name of a currency in an amount, or in the name of its column; empty without one. */
export function currencyMark(text: string): string {
  if (PLAIN.test(text) || text.length > LONGEST) return '';
  return ANY_CURRENCY.exec(text)?.[0] ?? '';
}

/** Whether the text can be an amount, whatever its decimal sign. */
export function looksLikeAmount(text: string): boolean {
  if (PLAIN.test(text)) return true;
  const bare = withoutMarks(text);
  if (!bare) return false;
  const both = readBoth(bare.digits);
  return both['.'] !== null || both[','] !== null;
}

/** An amount that has exactly one reading proves which sign stands before the decimals. */
function signIn(digits: string, number: Fraction | null): DecimalSign {
  const last = digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const hasDecimals = (number?.under ?? 1n) > 1n || /[.,]$/.test(digits);
  return hasDecimals === (last === ',') ? ',' : '.';
}

function readBoth(digits: string): Record<DecimalSign, Fraction | null> {
  return { '.': readNumber(digits, '.'), ',': readNumber(digits, ',') };
}

function agreed(both: Record<DecimalSign, Fraction | null>): Fraction | null {
  const [point, comma] = [both['.'], both[',']];
  return point && comma && point.over * comma.under === comma.over * point.under ? point : null;
}

/** Most texts have no digit, or longer words than the name of a currency. */
const NO_AMOUNT = /^\P{Nd}*$|\p{L}{5}/u;

/** A reversal is written as the minus of a minus. */
export function isTurnedBack(text: string): boolean {
  return /^\s*[-−–]\s?[-−–][^-−–]*$/.test(text);
}

/** Null when something is left that is neither digit nor separator, or when there are two signs that differ. */
function withoutMarks(text: string): Bare | null {
  if (text.length > LONGEST || NO_AMOUNT.test(text)) return null;
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = bareOf(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

/** Each text is looked at many times. */
const known = new Map<string, Bare | null>();
const MOST_KNOWN = 2000;

function bareOf(text: string): Bare | null {
  let rest = withPlainDigits(text).replace(/[−–]/g, '-').trim();
  const direction = DIRECTION.exec(rest)?.[0].toUpperCase().replace('.', '');
  rest = rest.replace(DIRECTION, '').trim();
  const signs: string[] = direction ? [OUT.test(direction) ? '-' : '+'] : [];
  const bracketed = /^(.*?)\(([^()]+)\)(.*)$/.exec(rest);
  if (bracketed) {
    rest = bracketed.slice(1).join('').trim();
    signs.push('-');
  }
  for (let round = 0; round < 3; round++) {
    rest = rest.replace(CURRENCY_BEFORE, '').replace(CURRENCY_BEHIND, '');
    rest = rest.replace(/^([+-])\s*|(?<=[\d\p{L}\p{Sc}])\s*([+-])$/u, (_, before?: string, behind?: string) => {
      signs.push(before ?? behind ?? '');
      return '';
    });
  }
  const turnedBack = isTurnedBack(text) && signs.length === 2;
  if ((signs.length > 1 && !turnedBack) || !/^[.,]?\d[\d.,'’\s\u066b\u066c]*$/.test(rest) || /\s$/.test(rest))
    return null;
  return { digits: rest, negative: signs[0] === '-' && !turnedBack, isSigned: signs.length > 0 };
}
