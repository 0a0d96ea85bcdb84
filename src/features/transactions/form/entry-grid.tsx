import { chakra } from '@chakra-ui/react';

/**
 * The dashboard's form. Its grid depends on the width of the window. The children are plain elements, because every new
 * transaction renders them again.
 */
export const EntryGrid = chakra('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    columnGap: '3',
    rowGap: '4',
    '& > *': { minWidth: '0', gridColumn: { base: '1 / -1', sm: 'span 6', xl: 'span 3' } },
    '& > .wide': { gridColumn: { base: '1 / -1', sm: 'span 6' } },
    '& > .full': { gridColumn: '1 / -1' },
    // The button stands beside the control of the notes, not beside their label. Folded, they are a button, too.
    '& > .wide:not(:has(> button), .folded) + .submit': { pt: { sm: '1.6875rem' } },
  },
  variants: {
    /** What is entered most stands in one row, and the rest in the next one. */
    row: {
      true: {
        gridTemplateColumns:
          'max-content minmax(6rem, 1fr) minmax(8rem, 3fr) minmax(8rem, 1.5fr) minmax(9.5rem, 1fr) auto auto',
        columnGap: '2',
        rowGap: '3',
        '& > *, & > .wide': { gridColumn: 'auto' },
        '& > .account': { gridColumn: '1 / span 2' },
        '& > .notes': { gridColumn: '3' },
        '& > .split': { gridColumn: '4', pt: '1.6875rem' },
        '& > .submit, & > .more': { pt: '1.6875rem' },
        '& > .split ~ .submit': { gridColumn: '-2' },
      },
    },
  },
});

/** The types are as narrow as their words in a row. It goes before their own style, as a variant does not. */
export const NARROW_TYPES = {
  '& [role=radiogroup] > div': { gridAutoColumns: 'auto' },
  '& [role=radiogroup] label': { px: '2' },
};
