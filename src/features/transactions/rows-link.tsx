import { chakra } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Counted, writeFilter } from '#domain/written-filter';

/** Marked as a link by more than its colour, which says whether money came or went. Paper leads nowhere. */
const Underlined = chakra('span', {
  base: {
    textDecoration: 'underline',
    textDecorationStyle: 'dotted',
    textDecorationThickness: 'from-font',
    textUnderlineOffset: '0.25em',
    '& > a': { position: 'relative', _hover: { textDecorationStyle: 'solid' } },
    _hover: { textDecorationStyle: 'solid' },
    _print: { textDecoration: 'none' },
  },
});

/** A number that leads to the transactions that it counts, in the dashboard's list. Null leads nowhere. */
export function RowsLink({ counted, children }: { counted: Counted | null; children: ReactNode }) {
  if (!counted) return children;
  return (
    <Underlined>
      <Link to="/" search={{ filter: writeFilter(counted) }}>
        {children}
      </Link>
    </Underlined>
  );
}
