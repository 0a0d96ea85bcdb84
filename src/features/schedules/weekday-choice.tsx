import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { WEEKDAYS } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedule-form';
import { Group } from '#ui/group';

/** Enough to tell seven days apart; the whole name is read out. */
const LETTERS = 2;

/** The days of a week, any number of them. 1 is Monday. */
export function WeekdayChoice(props: {
  value: readonly number[];
  error: string | undefined;
  onChange: (weekdays: number[]) => void;
}) {
  const { value, error, onChange } = props;
  const errorId = useId();
  return (
    <Group label={texts.WEEKDAYS}>
      <chakra.div display="grid" gridTemplateColumns="repeat(7, minmax(0, 1fr))" gap="1">
        {WEEKDAYS.map((name, at) => {
          const weekday = at + 1;
          const chosen = value.includes(weekday);
          return (
            <chakra.label
              key={name}
              position="relative"
              display="grid"
              placeItems="center"
              minHeight={{ base: '11', lg: '9' }}
              borderWidth="1px"
              borderColor={chosen ? 'accent' : 'line'}
              borderRadius="md"
              bg={chosen ? 'accent.soft' : 'surface'}
              color={chosen ? 'accent' : 'fg.muted'}
              fontWeight="medium"
              cursor="pointer"
              title={name}
              _focusWithin={{ outline: '2px solid', outlineColor: 'accent' }}
            >
              <chakra.input
                type="checkbox"
                aria-label={name}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && errorId}
                checked={chosen}
                onChange={() =>
                  onChange(chosen ? value.filter((one) => one !== weekday) : [...value, weekday].sort((a, b) => a - b))
                }
                position="absolute"
                inset="0"
                opacity="0"
                cursor="pointer"
              />
              <span aria-hidden>{name.slice(0, LETTERS)}</span>
            </chakra.label>
          );
        })}
      </chakra.div>
      {error && (
        <chakra.p id={errorId} mt="1.5" color="danger" fontSize="sm" role="alert">
          {error}
        </chakra.p>
      )}
    </Group>
  );
}
