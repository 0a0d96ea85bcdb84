import { chakra } from '@chakra-ui/react';

/** A list with a rule between its lines; the surrounding card adds the padding. */
export const Lines = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { py: '3', borderColor: 'line' },
    '& > li + li': { borderTopWidth: '1px' },
    '& > li:last-of-type': { pb: '0' },
  },
});
