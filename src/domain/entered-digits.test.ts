import { describe, expect, it } from 'vitest';
import fc from '../../tests/support/random.ts';
import { readDate } from './dates/written-date.ts';
import { withDecimalDigits } from './entered-digits.ts';
import { parseAmount } from './money/money.ts';

/** The ten digits of every script that the platform writes numbers in. */
const scripts = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return digits.every((digit) => /^\p{Nd}$/u.test(digit)) ? [digits] : [];
});

describe('the digits of every script', () => {
  it('are more than sixty scripts', () => {
    expect(scripts.length).toBeGreaterThan(60);
  });

  it('are read as 0 to 9', () => {
    for (const digits of scripts) expect(withDecimalDigits(digits.join('')), digits.join('')).toBe('0123456789');
  });

  it('make the same amount and the same date', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...scripts),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 28 }),
        (digits, cents, day) => {
          const inScript = (text: string) => text.replace(/\d/g, (digit) => digits[Number(digit)] ?? '');
          const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
          expect(parseAmount(inScript(amount))).toEqual({ ok: true, cents });
          expect(readDate(inScript(`${day}.3.2026`), '2026-11-22')).toBe(`2026-03-${String(day).padStart(2, '0')}`);
        },
      ),
    );
  });
});
