import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { CheckIcon } from '#ui/icons';

/** Choices under one label. */
export function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.fieldset border="0" minWidth="0">
      <chakra.legend fontSize="sm" fontWeight="medium" mb="1.5">
        {label}
      </chakra.legend>
      <chakra.div
        display="flex"
        flexWrap={{ base: 'nowrap', md: 'wrap' }}
        gap="2"
        // On phones one line that scrolls, out to the card's edges; the room above and below is for the focus ring.
        overflowX={{ base: 'auto', md: 'visible' }}
        mx={{ base: '-4', md: '0' }}
        my={{ base: '-1', md: '0' }}
        px={{ base: '4', md: '0' }}
        py={{ base: '1', md: '0' }}
      >
        {children}
      </chakra.div>
    </chakra.fieldset>
  );
}

interface ChipProps {
  label: string;
  checked: boolean;
  onChange: () => void;
  /** Of the chips that exclude each other: the same name, and arrow keys lead from one to the next. */
  group?: string;
}

/** A choice in the shape of a pill. */
export function Chip({ label, checked, onChange, group }: ChipProps) {
  return (
    <chakra.label
      position="relative"
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      minHeight={{ base: '11', lg: '8' }}
      px="3"
      borderWidth="1px"
      borderColor={checked ? 'accent' : 'line.control'}
      borderRadius="full"
      bg={checked ? 'accent.soft' : 'surface'}
      color={checked ? 'accent' : 'fg'}
      fontWeight={checked ? 'medium' : 'normal'}
      cursor="pointer"
      flexShrink="0"
      maxWidth="full"
      overflowWrap="anywhere"
      _focusWithin={{ outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' }}
    >
      <chakra.input
        type={group ? 'radio' : 'checkbox'}
        name={group}
        checked={checked}
        onChange={onChange}
        position="absolute"
        inset="0"
        opacity="0"
        cursor="pointer"
      />
      {checked && <CheckIcon size={14} aria-hidden />}
      {label}
    </chakra.label>
  );
}
