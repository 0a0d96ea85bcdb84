import { chakra } from '@chakra-ui/react';
import type { RhythmInput } from '#domain/schedules/check-rhythm';
import type { Nth, Rhythm } from '#domain/schedules/rhythm';
import { MONTHS, NTHS, WEEKDAYS } from '#texts/schedules/rhythm';
import * as texts from '#texts/schedules/schedule-form';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import type { ScheduleErrors } from './schedule-draft.ts';
import { WeekdayChoice } from './weekday-choice.tsx';

const UNITS = (['day', 'week', 'month', 'year'] as const satisfies readonly Rhythm['every'][]).map((value) => ({
  value,
  label: texts.UNITS[value],
}));

const NTH_VALUES: readonly Nth[] = [1, 2, 3, 4, 'last'];
const NTH_OPTIONS = NTH_VALUES.map((nth) => ({ value: String(nth), label: NTHS[nth] }));
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }));
const MONTH_OPTIONS = MONTHS.map((label, at) => ({ value: String(at + 1), label }));

/** What of a month is meant, in one list. */
const ON = [
  { value: 'day', label: texts.ON_DAY },
  { value: 'last', label: texts.LAST_WORKDAY },
  { value: 'first', label: texts.FIRST_WORKDAY },
  { value: 'nth', label: texts.ON_NTH },
];

/** Two or three short fields in a row. */
const Row = chakra('div', {
  base: { display: 'grid', gap: '3', gridTemplateColumns: 'repeat(auto-fit, minmax(7rem, 1fr))', alignItems: 'start' },
});

/** How often: every so many days, weeks, months or years, and on which of their days. */
export function RhythmFields(props: {
  value: RhythmInput;
  errors: ScheduleErrors;
  change: (fields: { rhythm: RhythmInput }) => void;
}) {
  const { value, errors, change } = props;
  const set = (fields: Partial<RhythmInput>) => change({ rhythm: { ...value, ...fields } });
  const setOn = (on: string) => {
    if (on === 'first' || on === 'last') set({ monthly: 'workday', workday: on });
    else set({ monthly: on === 'nth' ? 'nth' : 'day' });
  };
  const day = (
    <TextField
      label={texts.DAY}
      name="day"
      inputMode="numeric"
      autoComplete="off"
      value={value.day}
      error={errors.day}
      onChange={(event) => set({ day: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Row>
        <TextField
          label={texts.EVERY}
          name="interval"
          inputMode="numeric"
          autoComplete="off"
          value={value.interval}
          error={errors.interval}
          onChange={(event) => set({ interval: event.currentTarget.value })}
        />
        <SelectField
          label={texts.UNIT}
          name="every"
          options={UNITS}
          value={value.every}
          onChange={(event) => {
            const unit = UNITS.find((one) => one.value === event.currentTarget.value);
            if (unit) set({ every: unit.value });
          }}
        />
      </Row>
      {value.every === 'week' && (
        <WeekdayChoice value={value.weekdays} error={errors.weekdays} onChange={(weekdays) => set({ weekdays })} />
      )}
      {value.every === 'month' && (
        <Row>
          <SelectField
            label={texts.ON}
            name="on"
            options={ON}
            value={value.monthly === 'workday' ? value.workday : value.monthly}
            hint={value.monthly === 'workday' && texts.WORKDAYS}
            onChange={(event) => setOn(event.currentTarget.value)}
          />
          {value.monthly === 'day' && day}
        </Row>
      )}
      {value.every === 'month' && value.monthly === 'nth' && (
        <Row>
          <SelectField
            label={texts.WHICH}
            name="nth"
            options={NTH_OPTIONS}
            value={String(value.nth)}
            onChange={(event) => set({ nth: NTH_VALUES.find((nth) => String(nth) === event.currentTarget.value) ?? 1 })}
          />
          <SelectField
            label={texts.WEEKDAY}
            name="weekday"
            options={WEEKDAY_OPTIONS}
            value={String(value.weekday)}
            onChange={(event) => set({ weekday: Number(event.currentTarget.value) })}
          />
        </Row>
      )}
      {value.every === 'year' && (
        <Row>
          <SelectField
            label={texts.MONTH}
            name="month"
            options={MONTH_OPTIONS}
            value={String(value.month)}
            onChange={(event) => set({ month: Number(event.currentTarget.value) })}
          />
          {day}
        </Row>
      )}
    </>
  );
}
