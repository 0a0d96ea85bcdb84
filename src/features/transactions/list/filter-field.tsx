import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { offeredWords, withWord } from '#domain/transactions/filter-words';
import { meaningOf, WORDS } from '#texts/transactions/filter-words';
import * as texts from '#texts/transactions/transactions';
import { CompletionList, useCompletion } from '#ui/completion';
import { SearchIcon } from '#ui/icons';
import { FINGER } from '#ui/theme/control.ts';
import { VisuallyHidden } from '#ui/visually-hidden';

/** Filters the transactions by what is typed. It offers the words that it knows. */
export function FilterField(props: {
  value: string;
  onChange: (text: string) => void;
  onFocus: () => void;
  onBlur: () => void;
}) {
  const { value, onChange, onFocus, onBlur } = props;
  const [isOpen, setOpen] = useState(false);
  const { open, onKeyDown, field, list } = useCompletion({
    isOpen,
    setOpen,
    options: isOpen ? offeredWords(value) : [],
    pick: (word) => onChange(withWord(value, word)),
  });
  return (
    <chakra.div
      position="relative"
      flex={{ base: '1', lg: 'none' }}
      minWidth="0"
      width={{ lg: '18rem' }}
      onKeyDown={onKeyDown}
    >
      <chakra.label display="block">
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
          {...field}
          onFocus={() => {
            onFocus();
            open();
          }}
          onBlur={() => {
            field.onBlur();
            onBlur();
          }}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            open();
          }}
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
      <CompletionList
        list={list}
        label={WORDS}
        textOf={(word) => word}
        aside={meaningOf}
        minWidth="min(18rem, 100vw - 4.5rem)"
      />
    </chakra.div>
  );
}
