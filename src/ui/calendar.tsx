/** A calendar in which one day is picked, with the mouse or by keyboard. It is Ark's, in our own clothes. */
import { DatePicker, parseDate } from '@ark-ui/react/date-picker';
import { chakra } from '@chakra-ui/react';
import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import * as texts from '#texts/ui';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';

const Content = chakra(DatePicker.Content, {
  base: {
    p: '2',
    bg: 'raised',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'md',
    boxShadow: 'float',
    fontSize: 'sm',
    fontVariantNumeric: 'tabular-nums',
    outline: 'none',
  },
});

const control = {
  display: 'grid',
  placeItems: 'center',
  minHeight: '9',
  borderRadius: 'sm',
  cursor: 'pointer',
  _hover: { bg: 'sunken' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
} as const;

const Previous = chakra(DatePicker.PrevTrigger, { base: { ...control, width: '9' } });
const Next = chakra(DatePicker.NextTrigger, { base: { ...control, width: '9' } });
const Wider = chakra(DatePicker.ViewTrigger, { base: { ...control, flex: '1', fontWeight: 'medium' } });

/** A day, a month or a year. */
const Cell = chakra(DatePicker.TableCellTrigger, {
  base: {
    ...control,
    minWidth: '9',
    px: '1',
    '&[data-outside-range]': { visibility: 'hidden' },
    '&[data-today]': { fontWeight: 'semibold', textDecoration: 'underline', textUnderlineOffset: '4px' },
    '&[data-selected]': { bg: 'accent.solid', color: 'accent.onSolid' },
  },
});

const WORDS: ComponentProps<typeof DatePicker.Root>['translations'] = {
  dayCell: ({ valueText = '', selected }) => texts.inCalendar(valueText, selected),
  prevTrigger: (view) => texts.EARLIER[view],
  nextTrigger: (view) => texts.LATER[view],
};

const VIEWS = ['day', 'month', 'year'] as const;
const COLUMNS = 3;

/** The months of a year, or some years, in rows. */
function Grid({ rows }: { rows: { value: number; label: string }[][] }) {
  return (
    <DatePicker.Table>
      <DatePicker.TableBody>
        {rows.map((row) => (
          <DatePicker.TableRow key={row[0]?.value}>
            {row.map(({ value, label }) => (
              <DatePicker.TableCell key={value} value={value}>
                <Cell width="5.25rem">{label}</Cell>
              </DatePicker.TableCell>
            ))}
          </DatePicker.TableRow>
        ))}
      </DatePicker.TableBody>
    </DatePicker.Table>
  );
}

/** The weeks of the month. */
function Days() {
  return (
    <DatePicker.Context>
      {({ weeks, weekDays }) => (
        <DatePicker.Table>
          <DatePicker.TableHead>
            <DatePicker.TableRow>
              {weekDays.map(({ long, short }) => (
                <DatePicker.TableHeader key={long} aria-label={long}>
                  <chakra.span color="fg.muted" fontSize="xs" fontWeight="normal">
                    {short.slice(0, 2)}
                  </chakra.span>
                </DatePicker.TableHeader>
              ))}
            </DatePicker.TableRow>
          </DatePicker.TableHead>
          <DatePicker.TableBody>
            {weeks.map((week) => (
              <DatePicker.TableRow key={String(week[0])}>
                {week.map((day) => (
                  <DatePicker.TableCell key={String(day)} value={day}>
                    <Cell>{day.day}</Cell>
                  </DatePicker.TableCell>
                ))}
              </DatePicker.TableRow>
            ))}
          </DatePicker.TableBody>
        </DatePicker.Table>
      )}
    </DatePicker.Context>
  );
}

/** Open as long as it is rendered. The focus is in it. */
export default function Calendar(props: {
  /** The field that it belongs to, and stands below. */
  field: RefObject<HTMLElement | null>;
  /** The button that opens and closes it. */
  buttonId: string;
  /** The chosen day, YYYY-MM-DD; empty for none. */
  picked: string;
  onPick: (date: string) => void;
  onClose: () => void;
}) {
  const { field, buttonId, picked, onPick, onClose } = props;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It may come late, when the user types elsewhere.
    if (document.activeElement?.matches('input, textarea, select')) return;
    content.current?.querySelector<HTMLElement>('[role=button][tabindex="0"]')?.focus();
  }, []);
  return (
    <DatePicker.Root
      open
      ids={{ trigger: buttonId }}
      defaultValue={picked === '' ? [] : [parseDate(picked)]}
      {...texts.calendarForm()}
      translations={WORDS}
      positioning={{
        strategy: 'fixed',
        placement: 'bottom-end',
        gutter: 4,
        getAnchorRect: () => field.current?.getBoundingClientRect() ?? null,
      }}
      onValueChange={({ value: [day] }) => day && onPick(day.toString())}
      onOpenChange={({ open }) => !open && onClose()}
    >
      <DatePicker.Positioner>
        <Content ref={content} aria-label={texts.CALENDAR} zIndex="bar">
          {VIEWS.map((view) => (
            <DatePicker.View key={view} view={view}>
              <chakra.div display="flex" alignItems="center" mb="1">
                <Previous>
                  <ChevronLeftIcon size={16} aria-hidden />
                </Previous>
                <DatePicker.Context>
                  {({ visibleRangeText: { start, formatted } }) =>
                    view === 'year' ? (
                      <chakra.span flex="1" textAlign="center" fontWeight="medium">
                        {formatted}
                      </chakra.span>
                    ) : (
                      <Wider aria-label={texts.moreAround(start)}>{start}</Wider>
                    )
                  }
                </DatePicker.Context>
                <Next>
                  <ChevronRightIcon size={16} aria-hidden />
                </Next>
              </chakra.div>
              {view === 'day' ? (
                <Days />
              ) : (
                <DatePicker.Context>
                  {(api) => (
                    <Grid
                      rows={
                        view === 'month'
                          ? api.getMonthsGrid({ columns: COLUMNS, format: 'short' })
                          : api.getYearsGrid({ columns: COLUMNS })
                      }
                    />
                  )}
                </DatePicker.Context>
              )}
            </DatePicker.View>
          ))}
        </Content>
      </DatePicker.Positioner>
    </DatePicker.Root>
  );
}
