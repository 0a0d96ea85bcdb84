import { describe, expect, it } from 'vitest';
import fc from '../../../tests/support/random.ts';
import { formatShortAmount } from '../money/money.ts';
import { amountAxis } from './amount-axis.ts';

describe('the axis of amounts', () => {
  it.each([
    [1, '$0 $1 $2'],
    [250, '$0 $1 $2 $3'],
    [92_030, '$0 $500 $1K'],
    [428_000, '$0 $2K $4K $6K'],
    [750_000, '$0 $5K $10K'],
    [23_706_246, '$0 $100K $200K $300K'],
    [99_999_999_999, '$0 $500M $1B'],
  ])('for %i cents is %s', (highest, marks) => {
    expect(amountAxis(0, highest).map(formatShortAmount).join(' ')).toBe(marks);
  });

  it.each([
    [-50_000, 300_000, '-$2K $0 $2K $4K'],
    [40_000, 110_000, '$0 $500 $1K $1.5K'],
    [1_012_000, 1_190_000, '$10K $12K $14K'],
    [-80_000, -20_000, '-$800 -$600 -$400 -$200'],
    [120_000, 120_000, '$1.2K $1.4K $1.6K'],
  ])('from %i to %i cents is %s', (lowest, highest, marks) => {
    expect(amountAxis(lowest, highest).map(formatShortAmount).join(' ')).toBe(marks);
  });

  it('has two or three amounts above zero in whole dollars, and the highest column nearly reaches the top', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 10 ** 14 }), (highest) => {
        const [zero, step = 0, ...more] = amountAxis(0, highest);
        const top = more.at(-1) ?? 0;
        expect(zero).toBe(0);
        expect(step % 100).toBe(0);
        expect([1, 2]).toContain(more.length);
        expect(top).toBeGreaterThanOrEqual(highest);
        expect(highest / top).toBeGreaterThanOrEqual(0.5);
      }),
    );
  });
});
