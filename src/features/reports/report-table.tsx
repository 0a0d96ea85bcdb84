import { chakra } from '@chakra-ui/react';

export const line = { borderColor: 'line', borderTopWidth: '1px' } as const;

/** Columns that narrow screens leave out. Paper is no screen to the breakpoints, so it is named beside them. */
export const room = {
  sm: { display: { base: 'none', sm: 'table-cell' }, _print: { display: 'table-cell' } },
  md: { display: { base: 'none', md: 'table-cell' } },
} as const;

/** The tables of a report: amounts at the right edge, in tabular numerals. */
export const ReportTable = chakra('table', { base: { width: 'full', borderCollapse: 'collapse' } });

export const HeadCell = chakra('th', {
  base: { py: '2', px: '2', textAlign: 'start', fontWeight: 'medium', color: 'fg.muted', _first: { ps: '0' } },
  variants: { amount: { true: { textAlign: 'end', '&:last-child': { pe: '0' } } }, from: room },
});

export const Cell = chakra('td', {
  base: { ...line, py: '2.5', px: '2' },
  variants: {
    amount: { true: { textAlign: 'end', whiteSpace: 'nowrap', '&:last-child': { pe: '0' } } },
    from: room,
  },
});

export const RowHead = chakra('th', {
  base: { ...line, py: '2.5', pe: '2', textAlign: 'start', fontWeight: 'normal', overflowWrap: 'anywhere' },
});
