import { chakra } from '@chakra-ui/react';

/** Keeps the place of content that is really still loading. */
export const Skeleton = chakra(
  'span',
  {
    base: {
      display: 'block',
      bg: 'sunken',
      borderRadius: 'sm',
      minHeight: '4',
      animation: 'pulse 1.6s ease-in-out infinite',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
);
