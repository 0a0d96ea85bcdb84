import { type KeyboardEvent, useRef, useState } from 'react';
import { dateByKey, formatDate, formatWeekday, formatWeekdayAndDate, isDate } from '#domain/dates/dates';
import * as problems from '#texts/field-problems';
import { DateField } from '#ui/date-field';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { dateTyped } from './date-reading.ts';

/**
 * A date that can be typed in many ways, or picked. The field shows it as people write it. While something else is
 * typed, the date that was understood is below. Once the field is left, it has the date, and below stands the weekday:
 * nothing else may move under the pointer of who presses a button next. On a whole date `t` leads to today, `+` and `-`
 * to the day beside it. These keys also begin words and counts: with the next letter `t` becomes `tomorrow`, and with a
 * digit `-` becomes `-3`.
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
  /** What is being typed; then it stays as it is. */
  const [typed, setTyped] = useState<string | null>(null);
  /** The date that was read from something else than a date. */
  const [understood, setUnderstood] = useState<string | null>(null);
  /** The key that led to the value, as long as it may be the beginning of a text. */
  const begun = useRef('');
  const justEntered = useRef(false);
  const date = dateTyped(value);
  const shown = typed !== value && isDate(value) ? formatDate(value) : value;
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
    setTyped(null);
    onText(next);
  };

  return (
    <DateField
      label={label}
      name={name}
      value={shown}
      error={error ?? (isWrong ? problems.DATE_NOT_A_DATE : null)}
      hint={date && hintOf(date, shown, understood)}
      picked={date ?? ''}
      onPick={(picked) => {
        setTyped(null);
        onText(picked);
      }}
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
        const text = event.currentTarget.value;
        setLeft(false);
        setTyped(text);
        setUnderstood(null);
        onText(text);
      }}
      onBlur={() => {
        begun.current = '';
        setLeft(true);
        setTyped(null);
        if (!date || date === value) return;
        if (!says(value, date)) setUnderstood(date);
        onText(date);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

/** Whether the text is this date as people write it, or as YYYY-MM-DD. */
const says = (text: string, date: string) => text === date || text === formatDate(date);

function hintOf(date: string, shown: string, understood: string | null) {
  if (!says(shown, date)) return <output>{formatWeekdayAndDate(date)}</output>;
  return date === understood && <output>{formatWeekday(date)}</output>;
}

/** What is typed now replaces the whole text. */
function isAllSelected({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
