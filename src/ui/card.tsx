import { chakra } from '@chakra-ui/react';

/** A sheet on the page. */
export const Card = chakra('section', {
  base: {
    bg: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'lg',
    boxShadow: 'card',
    minWidth: '0',
  },
  variants: { padded: { true: { p: { base: '4', md: '5' } } } },
  defaultVariants: { padded: true },
});
