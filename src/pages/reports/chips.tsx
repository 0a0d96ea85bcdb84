import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Group } from '#ui/group';
import { CheckIcon } from '#ui/icons';

// A report may have dozens of chips. They are plain elements that their parent styles, because a styled component costs
// several times as much as the element.

const CHIPS = {
  '& > label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: { base: '11', lg: '8' },
    px: '3',
    borderWidth: '1px',
    borderColor: 'line.control',
    borderRadius: 'full',
    bg: 'surface',
    color: 'fg',
    fontWeight: 'normal',
    cursor: 'pointer',
    flexShrink: '0',
    maxWidth: 'full',
    overflowWrap: 'anywhere',
    _focusWithin: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
  '& > label:has(:checked)': { borderColor: 'accent', bg: 'accent.soft', color: 'accent', fontWeight: 'medium' },
  '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer' },
} as const;

/** Choices under one label. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group label={label}>
      <chakra.div
        display="flex"
        flexWrap={{ base: 'nowrap', md: 'wrap' }}
        gap="2"
        // On phones one scrolling line, as wide as the card. The padding above and below is for the focus ring.
        overflowX={{ base: 'auto', md: 'visible' }}
        mx={{ base: '-4', md: '0' }}
        my={{ base: '-1', md: '0' }}
        ps={{ base: '4', md: '0' }}
        pe={{ base: '4', md: '0' }}
        py={{ base: '1', md: '0' }}
        css={CHIPS}
      >
        {children}
      </chakra.div>
    </Group>
  );
}

interface ChipProps {
  label: string;
  checked: boolean;
  onChange: () => void;
  /** The name that exclusive chips share; arrow keys move between them. */
  group?: string;
}

/** A choice in the shape of a pill. */
export function Chip({ label, checked, onChange, group }: ChipProps) {
  return (
    <label>
      <input type={group ? 'radio' : 'checkbox'} name={group} checked={checked} onChange={onChange} />
      {checked && <CheckIcon size={14} aria-hidden />}
      {label}
    </label>
  );
}
