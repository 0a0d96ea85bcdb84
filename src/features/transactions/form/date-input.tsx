import { memo } from 'react';
import { dateByKey } from '#domain/dates';
import * as terms from '#texts/terms';
import { DateField } from '#ui/date-field';
import type { Change } from './use-transaction-form.ts';

/** The day of a transaction. `t` is today, `+` and `-` move by a day; the platform's calendar does the rest. */
export const DateInput = memo(function DateInput(props: { value: string; change: Change; error: string | undefined }) {
  const { value, change, error } = props;
  return (
    <DateField
      label={terms.DATE}
      name="date"
      value={value}
      error={error}
      aria-keyshortcuts="t + -"
      onChange={(event) => change({ date: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const date = dateByKey(event.key, value, new Date());
        if (date === null) return;
        event.preventDefault();
        change({ date });
      }}
    />
  );
});
