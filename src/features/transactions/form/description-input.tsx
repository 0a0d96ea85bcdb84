import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Suggestion } from '#store/queries/search/description-suggestions';
import * as terms from '#texts/terms';
import * as texts from '#texts/transactions/transactions';
import { TextField } from '#ui/text-field';
import { type Described, useSuggestions } from './use-suggestions.ts';

/**
 * A description with completion from history, which also brings its category. Arrow keys walk through the suggestions,
 * Enter takes the marked one, and Escape only closes the list. Without a marked suggestion, Enter submits the form.
 */
export function DescriptionInput(props: {
  draft: Described;
  change: (fields: { description: string; category?: string }) => void;
  error: string | undefined;
  optional?: boolean;
}) {
  const { draft, change, error, optional = false } = props;
  const listId = useId();
  const [open, setOpen] = useState(false);
  const suggestions = useSuggestions(draft, open && draft.description !== '');
  const [marked, setMarked] = useState(-1);
  const shown = open && suggestions.length > 0;
  const list = useRef<HTMLDivElement>(null);
  const optionId = (index: number) => `${listId}-${index}`;

  // In a dialog, the last field is at the edge of the scrolling part, so the list has to be scrolled into view.
  useLayoutEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const pick = ({ description, category }: Suggestion) => {
    setOpen(false);
    setMarked(-1);
    change({ description, ...(category !== null && { category }) });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown) return;
    const suggestion = suggestions[marked];
    if (event.key === 'ArrowDown') setMarked((marked + 1) % suggestions.length);
    else if (event.key === 'ArrowUp') setMarked((marked <= 0 ? suggestions.length : marked) - 1);
    else if (event.key === 'Enter' && suggestion) pick(suggestion);
    else if (event.key === 'Escape') setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <chakra.div position="relative" onKeyDown={onKeyDown}>
      <TextField
        label={terms.DESCRIPTION}
        name="description"
        value={draft.description}
        error={error}
        optional={optional}
        autoComplete="off"
        role="combobox"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && marked >= 0 ? optionId(marked) : undefined}
        onChange={(event) => {
          change({ description: event.currentTarget.value });
          setMarked(-1);
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
      />
      <chakra.div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={texts.SUGGESTIONS}
        hidden={!shown}
        position="absolute"
        insetInline="0"
        top="100%"
        mt="1"
        p="1"
        zIndex="2"
        bg="raised"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        boxShadow="float"
      >
        {suggestions.map((suggestion, index) => (
          <chakra.div
            key={suggestion.description}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === marked}
            display="flex"
            alignItems="center"
            justifyContent="space-between"
            gap="3"
            minHeight="11"
            px="3"
            borderRadius="sm"
            cursor="pointer"
            bg={index === marked ? 'sunken' : undefined}
            _hover={{ bg: 'sunken' }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(suggestion)}
          >
            <chakra.span truncate>{suggestion.description}</chakra.span>
            <chakra.span color="fg.muted" flexShrink="0">
              {suggestion.category}
            </chakra.span>
          </chakra.div>
        ))}
      </chakra.div>
    </chakra.div>
  );
}
