import { chakra } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { FINGER } from './theme/control.ts';

interface Offer<Option> {
  /** Whether the field wants its list. Who has it reads no options for a list that is closed. */
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** What is offered now. */
  options: readonly Option[];
  pick: (option: Option) => void;
}

/**
 * The keys and the state of a field that offers to complete what is typed. Arrow keys walk through the options, Enter
 * takes the marked one, and Escape only closes the list. Without a marked option, Enter is the form's.
 */
export function useCompletion<Option>({ isOpen, setOpen, options, pick }: Offer<Option>) {
  const listId = useId();
  const [marked, setMarked] = useState(-1);
  const shown = isOpen && options.length > 0;
  const idAt = (index: number) => `${listId}-${index}`;
  const close = () => setOpen(false);
  const open = () => {
    setMarked(-1);
    setOpen(true);
  };
  const take = (option: Option) => {
    close();
    pick(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown) return;
    const option = options[marked];
    if (event.key === 'ArrowDown') setMarked((marked + 1) % options.length);
    else if (event.key === 'ArrowUp') setMarked((marked <= 0 ? options.length : marked) - 1);
    else if (event.key === 'Enter' && option !== undefined) take(option);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    open,
    /** For the element around the field and its list. */
    onKeyDown,
    field: {
      autoComplete: 'off',
      role: 'combobox',
      'aria-expanded': shown,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': shown && marked >= 0 ? idAt(marked) : undefined,
      onBlur: close,
    },
    list: { id: listId, shown, marked, idAt, options, take },
  } as const;
}

/** The list below the field, in an element that has a position. Each option has its text, and what it means. */
export function CompletionList<Option>(props: {
  list: { id: string; shown: boolean; marked: number; idAt: (index: number) => string } & {
    options: readonly Option[];
    take: (option: Option) => void;
  };
  label: string;
  textOf: (option: Option) => string;
  aside: (option: Option) => ReactNode;
  /** Wider than the field, where that is narrow. */
  minWidth?: string;
  /** In a dialog, the last field is at the edge of the part that scrolls. The list has to be brought into view. */
  reveal?: boolean;
}) {
  const { list, label, textOf, aside, minWidth, reveal = false } = props;
  const { id, shown, marked, idAt, options, take } = list;
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown && reveal) element.current?.scrollIntoView({ block: 'nearest' });
  }, [shown, reveal]);
  useLayoutEffect(() => {
    if (marked >= 0) element.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  return (
    <chakra.div
      ref={element}
      id={id}
      role="listbox"
      // Browsers let Tab into what scrolls. The list closes then, and the focus would be lost with it.
      tabIndex={-1}
      aria-label={label}
      hidden={!shown}
      position="absolute"
      insetInlineStart="0"
      top="100%"
      width="full"
      minWidth={minWidth}
      maxHeight="min(22rem, 50vh)"
      overflowY="auto"
      mt="1"
      p="1"
      zIndex="2"
      bg="raised"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      boxShadow="float"
    >
      {options.map((option, index) => (
        <chakra.div
          key={textOf(option)}
          id={idAt(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          minHeight="9"
          css={{ [FINGER]: { minHeight: '11' } }}
          px="3"
          borderRadius="sm"
          cursor="pointer"
          bg={index === marked ? 'sunken' : undefined}
          _hover={{ bg: 'sunken' }}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          <chakra.span truncate>{textOf(option)}</chakra.span>
          <chakra.span color="fg.muted" flexShrink="0">
            {aside(option)}
          </chakra.span>
        </chakra.div>
      ))}
    </chakra.div>
  );
}
