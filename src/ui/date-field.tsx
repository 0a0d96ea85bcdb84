import { chakra } from '@chakra-ui/react';
import { type ComponentProps, Suspense, useRef, useState } from 'react';
import * as texts from '#texts/ui';
import { Field, type FieldProps } from './field.tsx';
import { CalendarIcon } from './icons.tsx';
import { dialogOnDemand } from './on-demand.tsx';
import { controlRecipe, FINGER } from './theme/control.ts';

/** Loaded when somebody opens it. */
const Calendar = dialogOnDemand(() => import('./calendar.tsx'));

const Input = chakra('input', controlRecipe);

/** A finger has the platform's own calendar. Safari opens it from 16.4 on; before, ours is as good. */
const opensPlatformCalendar = () =>
  matchMedia(FINGER.replace('@media ', '')).matches && 'showPicker' in HTMLInputElement.prototype;

type DateFieldProps = FieldProps &
  Omit<ComponentProps<typeof Input>, 'id' | 'type' | 'children'> & {
    /** The day that the calendar shows as chosen, YYYY-MM-DD; empty for none. */
    picked: string;
    /** Called with the day that was chosen in the calendar, YYYY-MM-DD. */
    onPick: (date: string) => void;
  };

/**
 * A date as the user types it, and beside it a button for a calendar: the platform's own one under a finger, and ours
 * elsewhere. It does not read the text; its caller does.
 */
export function DateField({ label, error, hint, optional = false, picked, onPick, ...input }: DateFieldProps) {
  const ofPlatform = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [isOfPlatform] = useState(opensPlatformCalendar);
  const close = () => {
    setOpen(false);
    // Unless the user went elsewhere, they go on in the field, where Enter saves.
    const { activeElement, body } = document;
    if (activeElement !== body && !box.current?.contains(activeElement)) return;
    box.current?.querySelector<HTMLElement>('input[type=text]')?.focus();
  };
  const press = () => {
    if (ofPlatform.current) ofPlatform.current.showPicker();
    else if (open) close();
    else setOpen(true);
  };
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(control) => (
        <chakra.div ref={box} position="relative">
          <Input
            // The icon stands in the middle of its button, so a whole date fits beside it in half of a phone's width.
            paddingEnd="9"
            fontVariantNumeric="tabular-nums"
            autoComplete="off"
            {...input}
            onKeyDown={(event) => {
              if (event.altKey && event.key === 'ArrowDown') {
                event.preventDefault();
                press();
              } else input.onKeyDown?.(event);
            }}
            type="text"
            {...control}
          />
          {isOfPlatform && (
            // Only the calendar that it opens is ever seen, so it has no label and cannot have the focus.
            <chakra.input
              ref={ofPlatform}
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
          )}
          <chakra.button
            id={`${control.id}-calendar`}
            type="button"
            // From cell to cell, Tab leads to the fields alone; Alt and an arrow open the calendar there.
            tabIndex={control.form === undefined ? undefined : -1}
            aria-label={texts.OPEN_CALENDAR}
            aria-describedby={`${control.id}-label`}
            aria-expanded={open}
            disabled={input.disabled}
            onClick={press}
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
          {open && (
            <Suspense>
              <Calendar
                field={box}
                buttonId={`${control.id}-calendar`}
                picked={picked}
                onPick={onPick}
                onClose={close}
              />
            </Suspense>
          )}
        </chakra.div>
      )}
    </Field>
  );
}
