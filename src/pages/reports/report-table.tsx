import { chakra } from '@chakra-ui/react';
import { ROWS_LINKS } from '../../features/transactions/rows-link.tsx';

const line = { borderColor: 'line', borderTopWidth: '1px' } as const;

/** Columns that narrow screens leave out. Print is listed separately, because breakpoints do not apply to paper. */
const room = {
  sm: { display: { base: 'none', sm: 'table-cell' }, _print: { display: 'table-cell' } },
  md: { display: { base: 'none', md: 'table-cell' } },
} as const;

/**
 * The tables of a report: amounts on the right, in tabular numerals. A table may have dozens of rows. Below their heads
 * they are plain elements that the table styles, because a styled component costs several times as much as the element.
 */
export const ReportTable = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    ...ROWS_LINKS,
    '& th[scope=row]': {
      ...line,
      py: '2.5',
      pe: '2',
      textAlign: 'start',
      fontWeight: 'normal',
      overflowWrap: 'anywhere',
    },
    '& td': { ...line, py: '2.5', px: '2' },
    '& td.sum': {
      textAlign: 'end',
      fontVariantNumeric: 'tabular-nums',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
    },
    '& td.sum:last-child': { pe: '0' },
    '& td.from-sm': room.sm,
    '& td.from-md': room.md,
    '& [data-tone=income]': { color: 'income' },
    '& [data-tone=expense]': { color: 'expense' },
  },
});

export const HeadCell = chakra('th', {
  base: { py: '2', px: '2', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted', _first: { ps: '0' } },
  variants: { amount: { true: { textAlign: 'end', '&:last-child': { pe: '0' } } }, from: room },
});
