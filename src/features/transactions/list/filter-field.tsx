import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/transactions/transactions';
import { SearchIcon } from '#ui/icons';
import { FINGER } from '#ui/theme/control.ts';
import { VisuallyHidden } from '#ui/visually-hidden';

/** Filters the transactions by text in the description or category. */
export function FilterField(props: {
  value: string;
  onChange: (text: string) => void;
  onFocus: () => void;
  onBlur: () => void;
}) {
  const { value, onChange, onFocus, onBlur } = props;
  return (
    <chakra.label
      position="relative"
      display="block"
      flex={{ base: '1', lg: 'none' }}
      minWidth="0"
      width={{ lg: '18rem' }}
    >
      <VisuallyHidden>{texts.FILTER_EXPLAINED}</VisuallyHidden>
      <chakra.span
        aria-hidden
        position="absolute"
        insetStart="3"
        top="50%"
        translate="0 -50%"
        color="fg.muted"
        pointerEvents="none"
      >
        <SearchIcon size={16} />
      </chakra.span>
      <chakra.input
        type="search"
        name="filter"
        value={value}
        placeholder={texts.FILTER}
        autoComplete="off"
        onFocus={onFocus}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.value)}
        width="full"
        minHeight={{ base: '11', lg: '9' }}
        ps="9"
        pe="3"
        bg="surface"
        borderWidth="1px"
        borderColor="line.control"
        borderRadius="md"
        fontSize={{ base: 'md', lg: 'sm' }}
        css={{ [FINGER]: { fontSize: 'md' } }}
        _placeholder={{ color: 'fg.muted' }}
      />
    </chakra.label>
  );
}
