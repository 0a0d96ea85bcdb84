import { chakra } from '@chakra-ui/react';
import { ChevronDownIcon } from '#ui/icons';
import type { SelectOption } from '#ui/select-field';

/** A select in a line of a list, as wide as what it shows; `label` is its name for who does not see the line. */
export function CompactSelect<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly (SelectOption & { value: Value })[];
  onChange: (value: Value) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <chakra.span position="relative" display="inline-flex">
      <chakra.select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
        appearance="none"
        css={{ fieldSizing: 'content' }}
        minHeight={{ base: '11', lg: '8' }}
        ps="3"
        pe="8"
        bg="surface"
        color="fg"
        borderWidth="1px"
        borderColor="line.control"
        borderRadius="md"
        fontSize={{ base: 'md', lg: 'sm' }}
        cursor="pointer"
        _hover={{ borderColor: 'fg.muted' }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </chakra.select>
      <chakra.span
        aria-hidden
        position="absolute"
        insetEnd="2.5"
        top="50%"
        translate="0 -50%"
        color="fg.muted"
        pointerEvents="none"
      >
        <ChevronDownIcon size={16} />
      </chakra.span>
    </chakra.span>
  );
}
