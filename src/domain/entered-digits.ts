/** Digits as people type them, in any script. */

const DIGIT = /\p{Nd}/gu;
const IS_DIGIT = /^\p{Nd}$/u;

/** The text with every decimal digit that Unicode knows as one of 0 to 9. */
export function withDecimalDigits(text: string): string {
  return text.replace(DIGIT, (digit) => String(digitValue(digit.codePointAt(0) ?? 0)));
}

/** Unicode keeps the ten digits of a script together and in their order, so each run of digits begins with a zero. */
function digitValue(digit: number): number {
  let zero = digit;
  while (IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (digit - zero) % 10;
}
