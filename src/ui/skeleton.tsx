import { chakra } from '@chakra-ui/react';

/** Holds the place of something that is really being waited for. */
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
