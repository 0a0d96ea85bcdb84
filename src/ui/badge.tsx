import { chakra } from '@chakra-ui/react';

/** One word about a person: a role, or whether they have joined. */
export const Badge = chakra('span', {
  base: {
    flexShrink: 0,
    fontSize: 'xs',
    fontWeight: 'medium',
    lineHeight: 'short',
    px: '2',
    py: '0.5',
    borderRadius: 'full',
    bg: 'sunken',
    color: 'fg.muted',
  },
  variants: { tone: { quiet: {}, accent: { bg: 'accent.soft', color: 'accent' } } },
  defaultVariants: { tone: 'quiet' },
});
