import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Counted, writeFilter } from '#domain/transactions/written-filter';

/**
 * How their parent styles these links, because a styled component costs several times as much as an element. They are
 * marked by more than their colour, which says whether money came or went. Paper leads nowhere.
 */
export const ROWS_LINKS = {
  '& .rows-link': {
    position: 'relative',
    textDecoration: 'underline',
    textDecorationStyle: 'dotted',
    textDecorationThickness: 'from-font',
    textUnderlineOffset: '0.25em',
    _hover: { textDecorationStyle: 'solid' },
    _print: { textDecoration: 'none' },
  },
} as const;

/**
 * A number that leads to the transactions that it counts, in the dashboard's list. Null leads nowhere. `ROWS_LINKS`
 * belongs to a parent's styles.
 */
export function RowsLink({ counted, children }: { counted: Counted | null; children: ReactNode }) {
  if (!counted) return children;
  return (
    <Link to="/" search={{ filter: writeFilter(counted) }} className="rows-link">
      {children}
    </Link>
  );
}
