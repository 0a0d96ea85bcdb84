/**
 * One number as people write it, in many countries: `1,234.56`, `1.234,56`, `1 234,56`, `1’234.56`, and with Arabic or
 * Devanagari digits.
 */

/** The sign before the decimals. */
export type DecimalSign = '.' | ',';

/** An exact fraction. */
export interface Fraction {
  over: bigint;
  under: bigint;
}

/** The first digits of the scripts whose digits people type. */
const ZEROS = ['\u0660', '\u06f0', '\u0966'].map((zero) => zero.charCodeAt(0));

/** Thousands set off by a space of any width, an apostrophe or the Arabic sign. All of these have one meaning only. */
const CLEAR_THOUSANDS = /^\d{1,3}([ \u00a0\u202f\u2009'’\u066c])\d{3}(?:\1\d{3})*(?=(?:[.,]\d*)?$)/;

const ARABIC_DECIMAL_SIGN = /\u066b/g;

/** Digits, with thousands set off by one and the same sign. India sets off hundreds of them: `1,50,000`. */
const THOUSANDS = { '.': /^\d{1,3}(\.\d{3})+$/, ',': /^(?:\d{1,3}(,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/ };

/** A point or comma before exactly three digits may be either. Nobody sets off thousands after a zero. */
const AMBIGUOUS = /^[1-9]\d{0,2}([.,])\d{3}$/;

/** The browser's locale decides what `1,234` and `1.234` are. */
function browsersDecimalSign(): DecimalSign {
  const parts = new Intl.NumberFormat().formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** The text with the digits that `readNumber` reads. */
export function withPlainDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - Math.max(...ZEROS.filter((zero) => zero <= code)));
  });
}

/** The number; null when the text is none. `sign`, or else the browser, decides what `1.234` is. */
export function readNumber(text: string, sign?: DecimalSign): Fraction | null {
  const plain = text.replace(ARABIC_DECIMAL_SIGN, '.');
  const joined = plain.replace(CLEAR_THOUSANDS, (digits) => digits.replace(/\D/g, ''));
  const [whole, decimals] = parted(joined, joined === text && AMBIGUOUS.test(joined), sign);
  const digits = wholeDigits(whole, decimals === null ? null : joined.charAt(whole.length));
  if (digits === null || !/^\d*$/.test(decimals ?? '') || digits + (decimals ?? '') === '') return null;
  return { over: BigInt(digits + (decimals ?? '')), under: 10n ** BigInt(decimals?.length ?? 0) };
}

/** What is before and after the sign of the decimals; null without one. */
function parted(text: string, isAmbiguous: boolean, sign: DecimalSign | undefined): [string, string | null] {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (at < 0) return [text, null];
  const last = text.charAt(at);
  const isOnly = text.indexOf(last) === at;
  if (!isOnly || (isAmbiguous && last !== (sign ?? browsersDecimalSign()))) return [text, null];
  return [text.slice(0, at), text.slice(at + 1)];
}

/** The digits without the signs that set off thousands, which differ from the sign of the decimals; null if wrong. */
function wholeDigits(text: string, decimalSign: string | null): string | null {
  if (/^\d*$/.test(text)) return text;
  if (decimalSign !== ',' && THOUSANDS[','].test(text)) return text.replaceAll(',', '');
  if (decimalSign !== '.' && THOUSANDS['.'].test(text)) return text.replaceAll('.', '');
  return null;
}
