import { chakra } from '@chakra-ui/react';
import { type ComponentProps, useRef } from 'react';
import * as texts from '#texts/ui';
import { Field, type FieldProps } from './field.tsx';
import { CalendarIcon } from './icons.tsx';
import { controlRecipe } from './theme/control.ts';

const Input = chakra('input', controlRecipe);

/** Safari has it from 16.4 on. Without it the date is typed. */
const hasCalendar = () => 'showPicker' in HTMLInputElement.prototype;

type DateFieldProps = FieldProps &
  Omit<ComponentProps<typeof Input>, 'id' | 'type' | 'children'> & {
    /** The day that the calendar shows as chosen, YYYY-MM-DD; empty for none. */
    picked: string;
    /** Called with the day that was chosen in the calendar, YYYY-MM-DD. */
    onPick: (date: string) => void;
  };

/**
 * A date as the user types it, and beside it a button for the platform's own calendar. It does not read the text; its
 * caller does.
 */
export function DateField({ label, error, hint, optional = false, picked, onPick, ...input }: DateFieldProps) {
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(control) => (
        <chakra.div position="relative">
          <Input
            // The icon stands in the middle of its button, so a whole date fits beside it in half of a phone's width.
            paddingEnd="9"
            fontVariantNumeric="tabular-nums"
            autoComplete="off"
            {...input}
            type="text"
            {...control}
          />
          {hasCalendar() && (
            <>
              {/* Only the calendar that it opens is ever seen, so it has no label and cannot have the focus. */}
              <chakra.input
                ref={calendar}
                type="date"
                tabIndex={-1}
                aria-hidden
                value={picked}
                onChange={(event) => event.currentTarget.value && onPick(event.currentTarget.value)}
                position="absolute"
                insetEnd="0"
                bottom="0"
                width="px"
                height="px"
                opacity="0"
                pointerEvents="none"
              />
              <chakra.button
                type="button"
                aria-label={texts.OPEN_CALENDAR}
                aria-describedby={`${control.id}-label`}
                disabled={input.disabled}
                onClick={() => calendar.current?.showPicker()}
                position="absolute"
                insetEnd="0"
                top="0"
                display="grid"
                placeItems="center"
                width={{ base: '11', lg: '9' }}
                height="full"
                borderRadius="md"
                color="fg.muted"
                cursor="pointer"
                _hover={{ color: 'fg' }}
                _icon={{ width: '4', height: '4' }}
              >
                <CalendarIcon aria-hidden />
              </chakra.button>
            </>
          )}
        </chakra.div>
      )}
    </Field>
  );
}
