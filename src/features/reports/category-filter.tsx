import { chakra } from '@chakra-ui/react';
import { type CategoryFilter as Filter, toggleCategory } from '#domain/report';
import * as texts from '#texts/reports';
import * as terms from '#texts/terms';
import { CheckIcon } from '#ui/icons';

/** Which categories the report counts: all, or any number of them. */
export function CategoryFilter(props: {
  /** Categories with entries in the period. Those of the filter are offered too, so that they can be taken away. */
  names: readonly string[];
  filter: Filter;
  onChange: (filter: Filter) => void;
}) {
  const { names, filter, onChange } = props;
  const offered = [...names, ...[...(filter ?? [])].filter((name) => !names.includes(name))];
  return (
    <chakra.fieldset border="0" minWidth="0">
      <chakra.legend fontSize="sm" fontWeight="medium" mb="1.5">
        {texts.CATEGORIES}
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
        <Chip label={terms.ALL_CATEGORIES} checked={filter === null} onChange={() => onChange(null)} />
        {offered.map((name) => (
          <Chip
            key={name}
            label={name}
            checked={filter?.has(name) ?? false}
            onChange={() => onChange(toggleCategory(filter, name))}
          />
        ))}
      </chakra.div>
    </chakra.fieldset>
  );
}

function Chip({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
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
        type="checkbox"
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
