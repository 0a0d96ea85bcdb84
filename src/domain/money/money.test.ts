import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browserSpeaks } from '../../../tests/support/browser-locale.ts';
import fc from '../../../tests/support/random.ts';
import { MAX_AMOUNT } from '../rows.ts';
import {
  formatMoney,
  formatSignedAmount,
  parseAmount,
  plainAmount,
  signedCents,
  signedType,
  understoodAmount,
} from './money.ts';

beforeEach(() => browserSpeaks('en-US'));
afterEach(() => void vi.restoreAllMocks());

const cents = (text: string) => {
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.cents : parsed.reason;
};

describe('parsing an amount', () => {
  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.50', 1250],
    ['.05', 5],
    ['7.', 700],
    ['0.29', 29],
    ['1.10', 110],
    [' $1,234.56 ', 123456],
    ['+5', 500],
    ['12,50', 1250],
    ['1234,05', 123405],
    ['1,234', 123400],
    ['1,234,567', 123456700],
    ['1,00,000', 10000000],
    ['12,34,567.89', 123456789],
    ['1,234 USD', 123400],
    ['usd 12.50', 1250],
    ['3 USD * 2', 600],
    ['１２.５０', 1250],
    ['999999999.99', MAX_AMOUNT],
  ])('reads %j as %i cents', (text, expected) => {
    expect(cents(text)).toBe(expected);
  });

  it.each([
    ['12.50+3', 1550],
    ['20*3', 6000],
    ['100-0.01', 9999],
    ['2+3*4', 1400],
    ['10/4', 250],
    ['10/3', 333],
    ['20/3', 667],
    ['0.01/2', 1],
    ['19.99*1.0825', 2164],
    ['3×2.50', 750],
    ['9÷3', 300],
    ['10−4', 600],
    ['0.1+0.2', 30],
    ['$20 * 3 + $1', 6100],
    ['12,50+3', 1550],
  ])('calculates %j as %i cents', (text, expected) => {
    expect(cents(text)).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['  $ ', 'empty'],
    ['abc', 'not_a_number'],
    ['12,5000', 'too_many_decimals'],
    ['1,234,50', 'not_a_number'],
    ['12,50.00', 'not_a_number'],
    ['1,23,45', 'not_a_number'],
    ['1.2.3', 'not_a_number'],
    ['.', 'not_a_number'],
    ['5+', 'not_a_number'],
    ['5++5', 'not_a_number'],
    ['*5', 'not_a_number'],
    ['5**5', 'not_a_number'],
    ['5/0', 'not_a_number'],
    ['1e5', 'not_a_number'],
    ['0x10', 'not_a_number'],
    ['12 50', 'not_a_number'],
    ['5$5', 'not_a_number'],
    ['1 23', 'not_a_number'],
    ['1234 567', 'not_a_number'],
    ['1 234’567', 'not_a_number'],
    ['1.234.56', 'not_a_number'],
    ['1,234.567,8', 'not_a_number'],
    ['€5', 'other_currency'],
    ['12,50 €', 'other_currency'],
    ['20+£3', 'other_currency'],
    ['C$5', 'other_currency'],
    ['₹100', 'other_currency'],
    ['Infinity', 'not_a_number'],
    ['1'.repeat(101), 'not_a_number'],
    ['0', 'not_positive'],
    ['0.00', 'not_positive'],
    ['-5', 'not_positive'],
    ['3-5', 'not_positive'],
    ['0.01/3', 'not_positive'],
    ['12.345', 'too_many_decimals'],
    ['1+0.001', 'too_many_decimals'],
    ['1000000000', 'too_large'],
    ['999999999.99+0.01', 'too_large'],
  ])('refuses %j as %s', (text, reason) => {
    expect(cents(text)).toBe(reason);
  });

  it('reads every amount that the app writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT }), (amount) => {
        expect(cents(plainAmount(amount))).toBe(amount);
        expect(cents(formatMoney(amount))).toBe(amount);
      }),
    );
  });

  it('adds and subtracts exactly', () => {
    const amount = fc.integer({ min: 1, max: 1_000_000_00 });
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        expect(cents(`${plainAmount(a)}+${plainAmount(b)}`)).toBe(a + b);
        expect(cents(`${plainAmount(a)}-${plainAmount(b)}`)).toBe(a > b ? a - b : 'not_positive');
      }),
    );
  });

  it('gives cents within the bounds or a reason for every text, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,+-*/$ x') }), (text) => {
        const parsed = parseAmount(text);
        if (!parsed.ok) return;
        expect(Number.isSafeInteger(parsed.cents)).toBe(true);
        expect(parsed.cents).toBeGreaterThan(0);
        expect(parsed.cents).toBeLessThanOrEqual(MAX_AMOUNT);
      }),
    );
  });
});

describe('an amount as people write it', () => {
  it.each([
    ['12,5', 1250],
    ['1.234,56', 123456],
    ['1 234,56', 123456],
    ['1\u202f234,56', 123456],
    ['1\u00a0234\u00a0567', 123456700],
    ['1’234.56', 123456],
    ["1'234'567.80", 123456780],
    ['1.234.567,8', 123456780],
    ['1,234,567.8', 123456780],
    ['١٢٫٥', 1250],
    ['١٬٢٣٤٫٥٦', 123456],
    ['۱۲۳', 12300],
    ['१२.५०', 1250],
    ['$12.50', 1250],
    ['12.50 $', 1250],
    ['US$ 1,234.56', 123456],
    ['0,234', 'too_many_decimals'],
    ['1.234,50+1,5', 123600],
  ])('reads %j as %s in any locale', (text, expected) => {
    for (const sign of ['.', ','] as const) {
      const parsed = parseAmount(text, sign);
      expect(parsed.ok ? parsed.cents : parsed.reason).toBe(expected);
    }
  });

  it('lets the browser’s locale decide where a point or a comma can be either', () => {
    const read = (text: string, sign: '.' | ',') => {
      const parsed = parseAmount(text, sign);
      return parsed.ok ? parsed.cents : parsed.reason;
    };
    expect(read('1,234', '.')).toBe(123400);
    expect(read('1.234', '.')).toBe('too_many_decimals');
    expect(read('1.234', ',')).toBe(123400);
    expect(read('1,234', ',')).toBe('too_many_decimals');
  });

  it.each([
    ['en-US', 123400, 'too_many_decimals'],
    ['de-DE', 'too_many_decimals', 123400],
  ])('reads 1,234 in a browser in %s as %s, and 1.234 as %s', (locale, withComma, withPoint) => {
    browserSpeaks(locale);
    expect([cents('1,234'), cents('1.234')]).toEqual([withComma, withPoint]);
  });

  it('reads what every locale writes for an amount, with its own sign', () => {
    const locale = fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'de-CH', 'pl-PL', 'ar-EG', 'fa-IR', 'sv-SE', 'pt-BR');
    fc.assert(
      fc.property(locale, fc.integer({ min: 1, max: MAX_AMOUNT }), (name, amount) => {
        const format = new Intl.NumberFormat(name, { minimumFractionDigits: 2 });
        const isComma = format.formatToParts(1.5).some(({ type, value }) => type === 'decimal' && value === ',');
        expect(parseAmount(format.format(amount / 100), isComma ? ',' : '.')).toEqual({ ok: true, cents: amount });
      }),
    );
  });

  it('reads a text alike in each locale, or it is a number with three digits after its one point or comma', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789., ’') }), (text) => {
        fc.pre(!/^\s*[1-9]\d{0,2}[.,]\d{3}\s*$/.test(text));
        expect(parseAmount(text, ',')).toEqual(parseAmount(text, '.'));
      }),
    );
  });

  it('is told below the field only where it was not typed so', () => {
    expect(understoodAmount('12.50')).toBeNull();
    expect(understoodAmount(' $12 ')).toBeNull();
    expect(understoodAmount('12,5')).toBe('= $12.50');
    expect(understoodAmount('1,234')).toBe('= $1,234.00');
    expect(understoodAmount('١٢')).toBe('= $12.00');
    expect(understoodAmount('20*3')).toBe('= $60.00');
    expect(understoodAmount('12x')).toBeNull();
  });
});

describe('a leading sign', () => {
  it('sets the type and leaves the amount', () => {
    expect(signedType('+12.50')).toEqual({ type: 'income', amount: '12.50' });
    expect(signedType(' -20*3')).toEqual({ type: 'expense', amount: '20*3' });
    expect(signedType('−4')).toEqual({ type: 'expense', amount: '4' });
  });

  it('is also told by the brackets of accountants, once they are closed', () => {
    expect(signedType('(12.50)')).toEqual({ type: 'expense', amount: '12.50' });
    expect(signedType(' ($12.50) ')).toEqual({ type: 'expense', amount: '$12.50' });
    expect(signedType('(12.5')).toEqual({ type: null, amount: '(12.5' });
    expect(signedType('(2)*(3)')).toEqual({ type: null, amount: '(2)*(3)' });
  });

  it('counts only at the beginning', () => {
    expect(signedType('5-3')).toEqual({ type: null, amount: '5-3' });
    expect(signedType('')).toEqual({ type: null, amount: '' });
  });
});

describe('an amount with the commas of India', () => {
  it('is what it is without them', () => {
    const whole = fc.integer({ min: 1, max: 999_999_999 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 99 }), (dollars, rest) => {
        const written = `${new Intl.NumberFormat('en-IN').format(dollars)}.${String(rest).padStart(2, '0')}`;
        expect(cents(written)).toBe(dollars * 100 + rest);
      }),
    );
  });
});

describe('showing money', () => {
  it('has a dollar sign, separators and two decimals', () => {
    expect(formatMoney(123450)).toBe('$1,234.50');
    expect(formatMoney(-5)).toBe('-$0.05');
    expect(formatMoney(MAX_AMOUNT)).toBe('$999,999,999.99');
  });

  it('has a plus for every sum that is not negative, also for zero, if a sign is asked for', () => {
    expect(formatMoney(100, { sign: 'always' })).toBe('+$1.00');
    expect(formatMoney(0, { sign: 'always' })).toBe('+$0.00');
    expect(formatMoney(-0, { sign: 'always' })).toBe('+$0.00');
    expect(formatMoney(-100, { sign: 'always' })).toBe('-$1.00');
  });

  it('has a plus for positive sums alone, if zero shall have no sign', () => {
    expect(formatMoney(100, { sign: 'not_zero' })).toBe('+$1.00');
    expect(formatMoney(0, { sign: 'not_zero' })).toBe('$0.00');
    expect(formatMoney(-0, { sign: 'not_zero' })).toBe('$0.00');
    expect(formatMoney(-100, { sign: 'not_zero' })).toBe('-$1.00');
  });

  it('has no sign if none is asked for', () => {
    expect(formatMoney(-100, { sign: 'never' })).toBe('$1.00');
  });

  it('signs a transaction by its type', () => {
    expect(formatSignedAmount({ type: 'income', amount: 1200 })).toBe('+$12.00');
    expect(formatSignedAmount({ type: 'expense', amount: 1200 })).toBe('-$12.00');
    expect(signedCents({ type: 'expense', amount: 1200 })).toBe(-1200);
  });

  it('writes plain dollars for fields and spreadsheets', () => {
    expect(plainAmount(5)).toBe('0.05');
    expect(plainAmount(123456789)).toBe('1234567.89');
    expect(plainAmount(-150)).toBe('-1.50');
  });
});
