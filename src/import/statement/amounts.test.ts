import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { decideDecimalSign, readAmount, writtenSign } from './amounts.ts';

describe('an amount', () => {
  it.each([
    ['12.00', 1200],
    ['(12.00)', -1200],
    ['($12.00)', -1200],
    ['12.00-', -1200],
    ['- 12.00', -1200],
    ['−12.00', -1200],
    ['+12.00', 1200],
    ['12.00+', 1200],
    ['-110,7 €', -11_070],
    ['€-197,44', -19_744],
    ['-€197,44', -19_744],
    ['kr 84,50', 8450],
    ['R$ 84,50', 8450],
    ['USD 1,234.56', 123_456],
    ['1.234,56 EUR', 123_456],
    ["1'234.50", 123_450],
    ['1’234.50', 123_450],
    ['1\u00a0234,56', 123_456],
    ['-1\u202f234,56\u00a0€', -123_456],
    ['1.234.567', 123_456_700],
    ['-5,74', -574],
    ['-8.95000', -895],
    ['.5', 50],
    ['0.500', 50],
    ['15.00 DR', -1500],
    ['15.00CR', 1500],
    ['15,00 S', -1500],
    ['15,00 H', 1500],
    ['4.50元', 450],
    ['--$21.78', 2178],
    ['999,999,999.99', 99_999_999_999],
    ['١٢٫٥', 1250],
  ])('%j is read with its sign, whatever stands around the number', (text, cents) => {
    expect(readAmount(text, null)).toEqual({ cents });
  });

  it.each([
    ['', 'no_amount'],
    ['  ', 'no_amount'],
    ['n/a', 'not_an_amount'],
    ['12,-', 'not_an_amount'],
    ['---5', 'not_an_amount'],
    ['-(5)', 'not_an_amount'],
    ['-5-', 'not_an_amount'],
    ['1.2.3', 'not_an_amount'],
    ['12 34', 'not_an_amount'],
    ['1e3', 'not_an_amount'],
    ['5 apples', 'not_an_amount'],
    ['0.005', 'too_many_decimals'],
    ['0,00', 'zero'],
    ['1,000,000,000.00', 'too_large'],
    ['1.234', 'thousands_or_decimals'],
    ['-3,000', 'thousands_or_decimals'],
    ['9'.repeat(100_000), 'not_an_amount'],
  ])('%j is not read: %s', (text, reason) => {
    expect(readAmount(text, null)).toEqual({ reason });
  });

  it('1.234 is a thousand and more where a comma stands before decimals, and has three decimals elsewhere', () => {
    expect(readAmount('1.234', ',')).toEqual({ cents: 123_400 });
    expect(readAmount('1.234', '.')).toEqual({ reason: 'too_many_decimals' });
    expect(readAmount('-3.000', '.')).toEqual({ cents: -300 });
  });

  it('every sum is read to the cent, in each way of writing it', () => {
    const amount = fc.integer({ min: 1, max: 99_999_999_999 });
    const signs = fc.constantFrom('.,', ',.', ".'", ', ', '.', ',');
    fc.assert(
      fc.property(amount, signs, fc.boolean(), (cents, [decimal = '.', thousands = ''], negative) => {
        const digits = cents.toString().padStart(3, '0');
        const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
        const text = `${negative ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`;
        expect(readAmount(text, null)).toEqual({ cents: negative ? -cents : cents });
      }),
      { numRuns: 100 },
    );
  });

  it('any text is an amount or has a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,-+()' €$"), maxLength: 12 }), (text) => {
        const read = readAmount(text, null);
        expect('cents' in read ? Number.isSafeInteger(read.cents) : read.reason).toBeTruthy();
      }),
    );
  });
});

describe('a column of amounts', () => {
  it.each([
    [['1.234', '12,50'], ','],
    [['1.234', '12.5'], '.'],
    [['1.234', '1.234.567'], ','],
    [['1.234', '1,234.00'], '.'],
    [['1.234', '-8.95000'], '.'],
    [['500', '', 'n/a'], null],
  ])('%j proves the decimal sign %j', (texts, sign) => {
    expect(decideDecimalSign(texts)).toEqual({ sign, open: false });
  });

  it.each([[['1.234', '500']], [['1.234', '1,5', '1.5']]])('%j proves none, so somebody has to be asked', (texts) => {
    expect(decideDecimalSign(texts)).toEqual({ sign: null, open: true });
  });
});

it.each([
  ['5.00', 0],
  ['-5.00', -1],
  ['5.00 CR', 1],
  ['(5.00)', -1],
  ['+ $5.00', 1],
  ['n/a', 0],
])('%j says of itself which way it goes: %s', (text, sign) => {
  expect(writtenSign(text)).toBe(sign);
});
