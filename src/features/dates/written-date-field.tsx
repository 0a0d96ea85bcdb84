import { type KeyboardEvent, useRef, useState } from 'react';
import { dateByKey, formatWeekdayAndDate, isDate } from '#domain/dates/dates';
import * as problems from '#texts/field-problems';
import { DateField } from '#ui/date-field';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { dateTyped } from './date-reading.ts';

/**
 * A date that can be typed in many ways, or picked. What was understood is below the field, unless the field says it
 * already. On a whole date `t` leads to today, `+` and `-` to the day beside it. These keys also begin words and
 * counts: with the next letter `t` becomes `tomorrow`, and with a digit `-` becomes `-3`.
 */
export function WrittenDateField(props: {
  label: string;
  name?: string;
  /** As typed, or YYYY-MM-DD. */
  value: string;
  error: string | null | undefined;
  onText: (text: string) => void;
}) {
  const { label, name, value, error, onText } = props;
  const [left, setLeft] = useState(false);
  /** The key that led to the value, as long as it may be the beginning of a text. */
  const begun = useRef('');
  const justEntered = useRef(false);
  const date = dateTyped(value);
  const isWrong = left && date === null && value.trim() !== '';

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { ctrlKey, metaKey, altKey } = event;
    const key = shortcutKey(event);
    if (ctrlKey || metaKey || altKey) return;
    const start = begun.current;
    const moved = isDate(value) || isAllSelected(event.currentTarget) ? dateByKey(key, date ?? '', new Date()) : null;
    begun.current = moved === null ? '' : key;
    const next = moved ?? (start !== '' && /^[a-z\d]$/i.test(key) ? start + key : null);
    if (next === null) return;
    event.preventDefault();
    onText(next);
  };

  return (
    <DateField
      label={label}
      name={name}
      value={value}
      error={error ?? (isWrong ? problems.DATE_NOT_A_DATE : null)}
      hint={date && date !== value && <output>{formatWeekdayAndDate(date)}</output>}
      picked={date ?? ''}
      onPick={onText}
      aria-keyshortcuts="t + -"
      onPointerDown={(event) => {
        begun.current = '';
        justEntered.current = document.activeElement !== event.currentTarget;
      }}
      // What is typed next replaces the date, as after Tab.
      onClick={(event) => {
        if (justEntered.current) event.currentTarget.select();
        justEntered.current = false;
      }}
      onChange={(event) => {
        setLeft(false);
        onText(event.currentTarget.value);
      }}
      onBlur={() => {
        begun.current = '';
        setLeft(true);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** What is typed now replaces the whole text. */
function isAllSelected({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
