import type { UseComboboxReturn } from '@ark-ui/react/combobox';
import { chakra } from '@chakra-ui/react';
import * as texts from '#texts/ui';
import { type Choice, underHeadings } from './found-choices.ts';
import { CheckIcon } from './icons.tsx';
import { FINGER } from './theme/control.ts';

const Option = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: { base: '11', lg: '8' },
    [FINGER]: { minHeight: '11' },
    px: '2.5',
    borderRadius: 'sm',
    cursor: 'pointer',
    '&[data-highlighted]': { bg: 'sunken' },
    '& svg': { flexShrink: 0 },
  },
});

/** The open list of a combobox: below its field or above it, wherever there is room, also beyond a dialog's edge. */
export function ComboboxList(props: { combobox: UseComboboxReturn<Choice>; note: string | undefined }) {
  const { combobox, note } = props;
  const { items } = combobox.collection;
  const { style, ...positioner } = combobox.getPositionerProps();
  return (
    <chakra.div {...positioner} style={{ ...style, zIndex: undefined }} zIndex="bar">
      <chakra.div
        css={{ '--least': 'max(var(--reference-width), 14rem)' }}
        width="max-content"
        minWidth="min(var(--least), var(--available-width))"
        maxWidth="min(max(var(--reference-width), 24rem), var(--available-width))"
        maxHeight="min(20rem, var(--available-height))"
        display="flex"
        flexDirection="column"
        bg="raised"
        color="fg"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        boxShadow="float"
        overflow="hidden"
      >
        <chakra.div
          {...combobox.getContentProps()}
          aria-labelledby={undefined}
          aria-label={texts.CHOICES}
          flex="auto"
          minHeight="0"
          overflowY="auto"
          overscrollBehavior="contain"
          p={items.length > 0 ? '1' : '0'}
          outline="none"
        >
          {underHeadings(items).map(({ group, choices }) =>
            group === null ? (
              choices.map((choice) => <Item key={choice.value} combobox={combobox} choice={choice} />)
            ) : (
              <div key={group} {...combobox.getItemGroupProps({ id: group })}>
                <chakra.div
                  {...combobox.getItemGroupLabelProps({ htmlFor: group })}
                  px="2.5"
                  pt="2"
                  pb="1"
                  fontSize="xs"
                  fontWeight="medium"
                  color="fg.muted"
                >
                  {group}
                </chakra.div>
                {choices.map((choice) => (
                  <Item key={choice.value} combobox={combobox} choice={choice} />
                ))}
              </div>
            ),
          )}
        </chakra.div>
        {note !== undefined && (
          <chakra.p px="3.5" py="2" fontSize="xs" color="fg.muted" borderTopWidth={items.length > 0 ? '1px' : '0'}>
            {note}
          </chakra.p>
        )}
      </chakra.div>
      <chakra.span aria-live="polite" srOnly>
        {texts.numberOfChoices(items.length)}
      </chakra.span>
    </chakra.div>
  );
}

function Item({ combobox, choice }: { combobox: UseComboboxReturn<Choice>; choice: Choice }) {
  const { selected } = combobox.getItemState({ item: choice });
  return (
    <Option {...combobox.getItemProps({ item: choice })}>
      <chakra.span flex="1" minWidth="0" truncate>
        {choice.label}
      </chakra.span>
      {choice.aside !== undefined && (
        <chakra.span color="fg.muted" flexShrink="0" maxWidth="50%" truncate>
          {choice.aside}
        </chakra.span>
      )}
      {selected && <CheckIcon size={16} aria-hidden />}
    </Option>
  );
}
