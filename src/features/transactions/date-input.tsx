import { dateByKey } from '#domain/dates';
import { DateField } from '#ui/date-field';

/** The day of an entry. `t` is today, `+` and `-` move a day; the platform's calendar does the rest. */
export function DateInput(props: { value: string; onChange: (date: string) => void; error: string | undefined }) {
  const { value, onChange, error } = props;
  return (
    <DateField
      label="Date"
      name="date"
      value={value}
      error={error}
      aria-keyshortcuts="t + -"
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const date = dateByKey(event.key, value, new Date());
        if (date === null) return;
        event.preventDefault();
        onChange(date);
      }}
    />
  );
}
