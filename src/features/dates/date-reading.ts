/** What a form does with a typed date. */
import { farAway, formatDate, today } from '#domain/dates/dates';
import { readDate } from '#domain/dates/written-date';
import * as texts from '#texts/transactions/far-dates';

/** The date that was typed, YYYY-MM-DD; null when it is none. */
export function dateTyped(text: string): string | null {
  return readDate(text, today(new Date()));
}

/** The draft with these dates as YYYY-MM-DD. What cannot be read stays as it was typed, and is refused. */
export function withDatesRead<Name extends string, Draft extends { [name in Name]?: string }>(
  draft: Draft,
  names: readonly Name[],
): Draft {
  const read = names.flatMap((name) => {
    const text = draft[name];
    return text === undefined ? [] : [[name, dateTyped(text) ?? text] as const];
  });
  return { ...draft, ...Object.fromEntries(read) };
}

/** What a form asks about a date that may be a slip; null for all others. `date` is YYYY-MM-DD. */
export function dateQuestion(date: string, edits: boolean): string | null {
  const far = farAway(date, today(new Date()));
  if (far === null) return null;
  const which = far === 'ahead' ? texts.farAhead(formatDate(date)) : texts.farBack(formatDate(date));
  return `${which} ${edits ? texts.SAVE_ANYWAY : texts.ADD_ANYWAY}`;
}
