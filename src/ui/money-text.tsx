import { chakra } from '@chakra-ui/react';

/** The tone of a sum with its sign: zero is neither good nor bad. */
export function toneOf(cents: number): 'income' | 'expense' | 'neutral' {
  if (cents === 0) return 'neutral';
  return cents > 0 ? 'income' : 'expense';
}

/**
 * A formatted sum: tabular numerals on one line, in the colour of its tone. The text has its own sign, so nothing
 * depends on the colour alone.
 */
export const MoneyText = chakra('span', {
  base: { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', fontWeight: 'medium' },
  variants: {
    tone: { income: { color: 'income' }, expense: { color: 'expense' }, neutral: { color: 'fg' } },
    size: {
      inline: {},
      figure: {
        fontSize: { base: 'lg', md: 'figure' },
        fontWeight: 'semibold',
        letterSpacing: 'figure',
        lineHeight: 'tight',
      },
    },
  },
  defaultVariants: { tone: 'neutral', size: 'inline' },
});
