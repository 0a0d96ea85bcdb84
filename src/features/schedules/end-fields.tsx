import * as texts from '#texts/schedules/schedule-form';
import { SelectField } from '#ui/select-field';
import { TextField } from '#ui/text-field';
import { WrittenDateField } from '../dates/written-date-field.tsx';
import type { ScheduleDraft, ScheduleErrors } from './schedule-draft.ts';

const ENDS = [
  { value: 'never', label: texts.NEVER },
  { value: 'date', label: texts.ON_DATE },
  { value: 'count', label: texts.AFTER_TIMES },
] as const;

/** When a schedule ends: never, on a date, or after a number of times. The parent lays the fields out. */
export function EndFields(props: {
  draft: Pick<ScheduleDraft, 'ends' | 'endDate' | 'count'>;
  errors: ScheduleErrors;
  change: (fields: Partial<ScheduleDraft>) => void;
}) {
  const { draft, errors, change } = props;
  return (
    <>
      <SelectField
        label={texts.ENDS}
        name="ends"
        options={ENDS}
        value={draft.ends}
        onChange={(event) => {
          const end = ENDS.find(({ value }) => value === event.currentTarget.value);
          if (end) change({ ends: end.value });
        }}
      />
      {draft.ends === 'date' && (
        <WrittenDateField
          label={texts.END_DATE}
          name="endDate"
          value={draft.endDate}
          error={errors.endDate}
          onText={(endDate) => change({ endDate })}
        />
      )}
      {draft.ends === 'count' && (
        <TextField
          label={texts.TIMES}
          name="count"
          inputMode="numeric"
          autoComplete="off"
          value={draft.count}
          error={errors.count}
          hint={texts.TIMES_HINT}
          onChange={(event) => change({ count: event.currentTarget.value })}
        />
      )}
    </>
  );
}
