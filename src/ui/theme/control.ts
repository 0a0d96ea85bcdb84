import { defineRecipe } from '@chakra-ui/react';

/** Where a finger is the pointer. A tablet may be as wide as a desktop. */
export const FINGER = '@media (pointer: coarse)';

/** The style that all fields share. 16 px on phones and under a finger, because Safari zooms in on smaller ones. */
export const controlRecipe = defineRecipe({
  base: {
    width: 'full',
    minWidth: '0',
    minHeight: { base: '11', lg: '9' },
    px: '3',
    bg: 'surface',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'line.control',
    borderRadius: 'md',
    fontSize: { base: 'md', lg: 'sm' },
    [FINGER]: { fontSize: 'md' },
    transition: 'border-color 120ms, box-shadow 120ms',
    _placeholder: { color: 'fg.muted' },
    _hover: { borderColor: 'fg.muted' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-1px', borderColor: 'accent' },
    _invalid: { borderColor: 'danger' },
    _disabled: { opacity: 0.6, cursor: 'not-allowed' },
  },
});
