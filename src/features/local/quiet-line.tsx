import { chakra } from '@chakra-ui/react';

/** A line of small importance between the header and the page, as wide as the page. */
export const QuietLine = chakra('p', {
  base: {
    width: 'full',
    maxWidth: 'page',
    mx: 'auto',
    mt: { base: '2', lg: '0' },
    px: { base: '4', md: '6' },
    color: 'fg.muted',
    _print: { display: 'none' },
  },
});
